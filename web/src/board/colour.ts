/** Colours: parse, mix, shade, make transparent. */

export type Rgb = readonly [number, number, number];

let reader: CanvasRenderingContext2D | null | undefined;

/** Any CSS colour as three numbers; an invalid one is grey. */
export function parseColour(css: string): Rgb {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(css);
  if (short) return toRgb(short.slice(1), (digit) => Number.parseInt(digit, 16) * 17);
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(css);
  if (long) return toRgb(long.slice(1), (digits) => Number.parseInt(digits, 16));
  const parts = /^rgba?\(([^)]+)\)$/.exec(css)?.[1]?.split(/[\s,/]+/);
  if (parts && parts.length >= 3) return toRgb(parts, Number);
  return parseNamedColour(css);
}

function toRgb(parts: readonly string[], toNumber: (part: string) => number): Rgb {
  const [red = "0", green = "0", blue = "0"] = parts;
  return [toNumber(red), toNumber(green), toNumber(blue)];
}

function parseNamedColour(css: string): Rgb {
  reader ??= document.createElement("canvas").getContext("2d");
  if (!reader) return [128, 128, 128];
  reader.fillStyle = "#808080";
  reader.fillStyle = css;
  const read = String(reader.fillStyle);
  return /^(#|rgb)/.test(read) && read !== css ? parseColour(read) : [128, 128, 128];
}

/** The colour at share `t` of the way from `a` to `b`. */
export function mixColours(a: string, b: string, t: number): string {
  const from = parseColour(a);
  const to = parseColour(b);
  const [r, g, bl] = from.map((value, i) => Math.round(value + ((to[i] as number) - value) * t));
  return `rgb(${r},${g},${bl})`;
}

/** Lighter for positive amounts, darker for negative ones. */
export function shadeColour(css: string, amount: number): string {
  return amount < 0 ? mixColours(css, "#0b0710", -amount) : mixColours(css, "#fffdf6", amount);
}

export function withAlpha(css: string, a: number): string {
  const [r, g, b] = parseColour(css);
  return `rgba(${r},${g},${b},${a})`;
}

/** Relative luminance, 0 to 1. */
export function luminance(css: string): number {
  const [r, g, b] = parseColour(css).map((value) => {
    const share = value / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
