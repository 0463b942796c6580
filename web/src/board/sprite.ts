/** Sprites: drawings that are made once and then copied, which keeps frames cheap. */

export interface Sprite {
  image: HTMLCanvasElement;
  /** The position of the drawing's origin in the image, in CSS pixels. */
  x: number;
  y: number;
  w: number;
  h: number;
  density: number;
}

export class SpriteCache {
  private readonly made = new Map<string, Sprite>();
  private deadlineMs = Number.POSITIVE_INFINITY;
  /** A sprite was requested after the deadline and was not drawn. */
  incomplete = false;

  constructor(private readonly density: number) {}

  /** Return empty sprites instead of drawing new ones after this time. */
  setDeadline(until: number): void {
    this.deadlineMs = until;
    this.incomplete = false;
  }

  /** The sprite with this key; drawn with its origin at (x, y) on first use. */
  getSprite(
    key: string,
    x: number,
    y: number,
    w: number,
    h: number,
    draw: (ctx: CanvasRenderingContext2D) => void,
  ): Sprite {
    const known = this.made.get(key);
    if (known) return known;
    const image = document.createElement("canvas");
    if (performance.now() > this.deadlineMs) {
      this.incomplete = true;
      return { image, x, y, w, h, density: this.density };
    }
    image.width = Math.max(1, Math.ceil(w * this.density));
    image.height = Math.max(1, Math.ceil(h * this.density));
    const ctx = image.getContext("2d");
    if (ctx) {
      ctx.scale(this.density, this.density);
      ctx.translate(x, y);
      draw(ctx);
    }
    const { density } = this;
    const size = { w: image.width / density, h: image.height / density };
    const sprite = { image, x, y, ...size, density };
    this.made.set(key, sprite);
    return sprite;
  }
}

/** Copy a sprite with its origin at (x, y), aligned to device pixels because that is fast. */
export function stampSprite(
  ctx: CanvasRenderingContext2D,
  sprite: Sprite,
  x: number,
  y: number,
  scale = 1,
): void {
  const { image, w, h, density } = sprite;
  const left = Math.round((x - sprite.x * scale) * density) / density;
  const top = Math.round((y - sprite.y * scale) * density) / density;
  ctx.drawImage(image, left, top, w * scale, h * scale);
}
