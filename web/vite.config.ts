import preact from "@preact/preset-vite";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const server = process.env.LUDARIUM_SERVER ?? "127.0.0.1:8000";

/** Chunks that most visitors need next are fetched along with the first one, not after it. */
function early(names: readonly string[]): Plugin {
  return {
    name: "early",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) =>
        Object.values(bundle ?? {})
          .filter((file) => file.type === "chunk" && names.includes(file.name))
          .map(({ fileName }) => ({
            tag: "link",
            attrs: {
              rel: "modulepreload",
              crossorigin: true,
              href: `/${fileName}`,
              fetchpriority: "low",
            },
            injectTo: "head",
          })),
    },
  };
}

// The built client lies in the Python package, so that whoever installs a wheel needs no Node.
export default defineConfig({
  plugins: [preact({ reactAliasesEnabled: false }), early(["board", "play", "visit"])],
  build: { outDir: "../src/ludarium/client", emptyOutDir: true, target: "es2022" },
  server: {
    proxy: {
      // The server lets no other site's page in: it has to see the host that the page names.
      "/api": { target: `http://${server}`, changeOrigin: false },
      "/ws": { target: `ws://${server}`, ws: true },
    },
  },
  test: { include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"], environment: "happy-dom" },
});
