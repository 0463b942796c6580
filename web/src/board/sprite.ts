/** Pictures that are drawn once and then copied: what makes every frame cheap. */

export interface Sprite {
  image: HTMLCanvasElement;
  /** Where the origin of the drawing lies in the picture, in CSS pixels. */
  x: number;
  y: number;
  w: number;
  h: number;
  density: number;
}

export class SpriteCache {
  private readonly made = new Map<string, Sprite>();
  private deadlineMs = Number.POSITIVE_INFINITY;
  /** A picture was asked for that there was no time to draw. */
  incomplete = false;

  constructor(private readonly density: number) {}

  /** Draw no more pictures after this moment until the limit is taken away: empty ones are given. */
  setDeadline(until: number): void {
    this.deadlineMs = until;
    this.incomplete = false;
  }

  /** The picture called so; drawn with its origin at (x, y) if it is not there yet. */
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

/** Copy a picture so that its origin comes to lie at (x, y), pixel on pixel: that is fast. */
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
