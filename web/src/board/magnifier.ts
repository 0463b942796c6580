/** The magnifier: an enlarged view of the cells under a finger, drawn beside it. */

const MAGNIFIER_RADIUS_PX = 56;
const MAGNIFICATION = 1.8;

export function drawMagnifier(
  ctx: CanvasRenderingContext2D,
  density: number,
  finger: { x: number; y: number },
): void {
  const { canvas } = ctx;
  const r = MAGNIFIER_RADIUS_PX;
  const y = finger.y > 2.4 * r ? finger.y - 1.6 * r : finger.y + 1.6 * r;
  const x = Math.max(r, Math.min(canvas.width / density - r, finger.x));
  const source = (r * density) / MAGNIFICATION;
  const copy = document.createElement("canvas");
  copy.width = copy.height = Math.round(source * 2);
  copy
    .getContext("2d")
    ?.drawImage(canvas, source - finger.x * density, source - finger.y * density);
  ctx.save();
  ctx.scale(density, density);
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 7);
  ctx.shadowColor = "rgba(0,0,0,0.5)";
  ctx.shadowBlur = 14;
  ctx.fillStyle = "#8a7d70";
  ctx.fill();
  ctx.shadowBlur = 0;
  ctx.save();
  ctx.clip();
  ctx.drawImage(copy, x - r, y - r, 2 * r, 2 * r);
  ctx.restore();
  ctx.lineWidth = 3;
  ctx.strokeStyle = "#ffffff";
  ctx.stroke();
  ctx.restore();
}
