/** A number with its noun, in the singular or the plural. */

export function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}
