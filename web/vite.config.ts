import preact from "@preact/preset-vite";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const server = process.env.LUDARIUM_SERVER ?? "127.0.0.1:8000";

/** Add a tag to the page for each chunk of these names; a name without a chunk fails the build. */
function tagChunks(
  names: readonly string[],
  injectTo: "head" | "head-prepend",
  tag: (file: string) => { tag: string; attrs: Record<string, string | boolean> },
): Plugin {
  return {
    name: `tag-chunks-${names.join("-")}`,
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) => {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === "chunk");
        const missing = names.filter((name) => !chunks.some((chunk) => chunk.name === name));
        if (missing.length) throw new Error(`No chunk is named ${missing.join(", ")}.`);
        return chunks
          .filter((chunk) => names.includes(chunk.name))
          .map(({ fileName }) => ({ ...tag(`/${fileName}`), injectTo }));
      },
    },
  };
}

/** Preload the chunks that most visitors need next, instead of after the first chunk has run. */
const preloadChunks = tagChunks(["board", "play", "room-session"], "head", (href) => ({
  tag: "link",
  attrs: { rel: "modulepreload", crossorigin: true, href, fetchpriority: "low" },
}));

/** Open the WebSocket before all other scripts run. */
const preconnectFirst = tagChunks(["preconnect"], "head-prepend", (src) => ({
  tag: "script",
  attrs: { type: "module", async: true, crossorigin: true, src },
}));

// The build goes into the Python package, so that installing a wheel needs no Node.
export default defineConfig({
  plugins: [preact({ reactAliasesEnabled: false }), preloadChunks, preconnectFirst],
  build: {
    outDir: "../src/ludarium/client",
    emptyOutDir: true,
    target: "es2022",
    // All styles together are small, so every page shares one file.
    cssCodeSplit: false,
    rollupOptions: { input: { index: "index.html", preconnect: "src/preconnect.ts" } },
  },
  server: {
    proxy: {
      // The server refuses pages of other sites, so it must see the host that the page names.
      "/api": { target: `http://${server}`, changeOrigin: false },
      "/ws": { target: `ws://${server}`, ws: true },
    },
  },
  test: { include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"], environment: "happy-dom" },
});
