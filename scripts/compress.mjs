// Lays a brotli and a gzip form beside every file of the built client that gets smaller by it.

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const [folder] = process.argv.slice(2);
const PACKED = /\.(br|gz|png|jpg|webp|avif|woff2|map)$/;
const SMALL = 512; // bytes that are not worth it

for (const name of readdirSync(folder, { recursive: true })) {
  const path = join(folder, name);
  if (PACKED.test(path) || !statSync(path).isFile()) continue;
  const plain = readFileSync(path);
  if (plain.length < SMALL) continue;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  for (const [ending, packed] of [
    [".br", brotliCompressSync(plain, { params })],
    [".gz", gzipSync(plain, { level: 9 })],
  ]) {
    if (packed.length < plain.length) writeFileSync(path + ending, packed);
  }
}
