import preact from "@preact/preset-vite";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const server = process.env.LUDARIUM_SERVER ?? "127.0.0.1:8000";

/** Have a tag in the page for each of the chunks of these names. */
function tagged(
  names: readonly string[],
  injectTo: "head" | "head-prepend",
  tag: (file: string) => { tag: string; attrs: Record<string, string | boolean> },
): Plugin {
  return {
    name: `tagged-${names.join("-")}`,
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) =>
        Object.values(bundle ?? {})
          .filter((file) => file.type === "chunk" && names.includes(file.name))
          .map(({ fileName }) => ({ ...tag(`/${fileName}`), injectTo })),
    },
  };
}

/** Chunks that most visitors need next are fetched along with the first one, not after it. */
const ahead = tagged(["board", "play", "room-session"], "head", (href) => ({
  tag: "link",
  attrs: { rel: "modulepreload", crossorigin: true, href, fetchpriority: "low" },
}));

/** A script that is run as soon as it is there, before all others. */
const first = tagged(["preconnect"], "head-prepend", (src) => ({
  tag: "script",
  attrs: { type: "module", async: true, crossorigin: true, src },
}));

// The built client lies in the Python package, so that whoever installs a wheel needs no Node.
export default defineConfig({
  plugins: [preact({ reactAliasesEnabled: false }), ahead, first],
  build: {
    outDir: "../src/ludarium/client",
    emptyOutDir: true,
    target: "es2022",
    // All of it is small: no page has to wait for styles of its own.
    cssCodeSplit: false,
    rollupOptions: { input: { index: "index.html", preconnect: "src/preconnect.ts" } },
  },
  server: {
    proxy: {
      // The server lets no other site's page in: it has to see the host that the page names.
      "/api": { target: `http://${server}`, changeOrigin: false },
      "/ws": { target: `ws://${server}`, ws: true },
    },
  },
  test: { include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"], environment: "happy-dom" },
});
