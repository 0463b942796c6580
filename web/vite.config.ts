import preact from "@preact/preset-vite";
import type { Plugin, Rolldown } from "vite";
import { defineConfig } from "vitest/config";

const server = process.env.LUDARIUM_SERVER ?? "127.0.0.1:8000";

// The page for frames of other sites needs no connection and no other page.
const EMBED_PAGE = "/embed.html";

interface Tag {
  tag: string;
  attrs: Record<string, string | boolean>;
}

/** Add a tag to the page for each of these files; `choose` gets all chunks by file name. */
function tagChunks(
  name: string,
  injectTo: "head" | "head-prepend",
  choose: (chunks: ReadonlyMap<string, Rolldown.OutputChunk>) => string[],
  tag: (file: string) => Tag,
): Plugin {
  return {
    name,
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle, path }) => {
        if (path === EMBED_PAGE) return [];
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === "chunk");
        const files = choose(new Map(chunks.map((chunk) => [chunk.fileName, chunk])));
        return files.map((file) => ({ ...tag(`/${file}`), injectTo }));
      },
    },
  };
}

/** The files of a chunk and of everything that it imports; an unknown name fails the build. */
function filesOf(chunks: ReadonlyMap<string, Rolldown.OutputChunk>, name: string): Set<string> {
  const roots = [...chunks.values()].filter((chunk) => chunk.name === name);
  if (!roots.length) throw new Error(`No chunk is named ${name}.`);
  const files = new Set(roots.map(({ fileName }) => fileName));
  for (const file of files) for (const each of chunks.get(file)?.imports ?? []) files.add(each);
  return files;
}

/** Preload the chunks that most visitors need next, instead of after the first chunk has run. */
const preloadChunks = tagChunks(
  "preload-chunks",
  "head",
  (chunks) => {
    const first = filesOf(chunks, "index");
    const next = new Set([...filesOf(chunks, "board"), ...filesOf(chunks, "play")]);
    return [...next].filter((file) => !first.has(file)).sort();
  },
  (href) => ({
    tag: "link",
    attrs: { rel: "modulepreload", crossorigin: true, href, fetchpriority: "low" },
  }),
);

/** Open the WebSocket before all other scripts run. */
const preconnectFirst = tagChunks(
  "preconnect-first",
  "head-prepend",
  (chunks) => [...filesOf(chunks, "preconnect")].slice(0, 1),
  (src) => ({ tag: "script", attrs: { type: "module", async: true, crossorigin: true, src } }),
);

/** Preload the fonts, which otherwise load only after the styles. */
const preloadFonts: Plugin = {
  name: "preload-fonts",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => file.endsWith(".woff2"))
        .sort()
        .map((file) => ({
          tag: "link",
          attrs: {
            rel: "preload",
            as: "font",
            type: "font/woff2",
            crossorigin: true,
            href: `/${file}`,
          },
          injectTo: "head",
        })),
  },
};

// The build goes into the Python package, so that installing a wheel needs no Node.
export default defineConfig({
  plugins: [preact({ reactAliasesEnabled: false }), preloadChunks, preloadFonts, preconnectFirst],
  build: {
    outDir: "../src/ludarium/client",
    emptyOutDir: true,
    target: "es2022",
    // All styles together are small, so every page shares one file.
    cssCodeSplit: false,
    rollupOptions: {
      input: {
        index: "index.html",
        embed: "embed.html",
        preconnect: "src/preconnect.ts",
        designer: "src/designer.ts",
      },
    },
  },
  server: {
    proxy: {
      // The server refuses pages of other sites, so it must see the host that the page names.
      "/api": { target: `http://${server}`, changeOrigin: false },
      "/ws": { target: `ws://${server}`, ws: true },
    },
  },
  test: {
    include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"],
    environment: "happy-dom",
    testTimeout: 60_000, // a limit for hangs: on a busy machine a slow test is no fault
  },
});
