/** A number of things. */

export function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}
