import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin, transformWithOxc } from "vite";
import solid from "vite-plugin-solid";
import { parse } from "yaml";

const OPENAPI = join(import.meta.dirname, "openapi.yaml");

/** The description of the API as the Worker answers it, with addresses of whoever answers. */
function openApiAsJson(): Plugin {
  return {
    name: "openapi-as-json",
    buildStart() {
      this.addWatchFile(OPENAPI);
    },
    generateBundle() {
      const document = { ...parse(readFileSync(OPENAPI, "utf8")), servers: [{ url: "/" }] };
      this.emitFile({ type: "asset", fileName: "openapi.json", source: JSON.stringify(document) });
    },
  };
}

const PUSH_WORKER = join(import.meta.dirname, "web/push_worker.ts");

/** Browsers know a service worker by its address, and not all of them take one that imports. */
function pushWorker(): Plugin {
  return {
    name: "push-worker",
    buildStart() {
      this.addWatchFile(PUSH_WORKER);
    },
    async generateBundle() {
      const { code } = await transformWithOxc(readFileSync(PUSH_WORKER, "utf8"), PUSH_WORKER);
      // Its only imports are types, and an empty export is left of them.
      const source = code.replace(/^export \{\};$/m, "");
      this.emitFile({ type: "asset", fileName: "admin/push-worker.js", source });
    },
  };
}

const TEXTS = /\/web\/(?:(admin)\/text\/(\w+)|(ui|lib)\/text)\.ts$/;
const TRANSLATE = join(import.meta.dirname, "web/admin/text/translate.ts");

/**
 * Texts are constants to what says them, so a translation takes their place before anything has read them: each file
 * of texts ends with a call that puts it there.
 */
function translateTexts(): Plugin {
  return {
    name: "translate-texts",
    transform(code, id) {
      const [, , admin, other] = TEXTS.exec(id) ?? [];
      const noun = admin ?? other;
      if (noun === undefined || id === TRANSLATE) return null;
      const call = `\nimport { translate } from ${JSON.stringify(TRANSLATE)};\ntranslate("${noun}", text);\n`;
      return { code: code + call, map: null };
    },
  };
}

const START = join(import.meta.dirname, "web/admin/start.tsx");

/** What the first script loads once it knows the language comes along with it: nobody waits for it twice. */
function preloadStart(): Plugin {
  return {
    name: "preload-start",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const start = Object.values(bundle).find(
          (file) => file.type === "chunk" && file.moduleIds.includes(START),
        );
        if (start?.type !== "chunk") return [];
        const styles = [...(start.viteMetadata?.importedCss ?? [])];
        const links = [
          { rel: "modulepreload", file: start.fileName },
          ...styles.map((file) => ({ rel: "stylesheet", file })),
        ];
        return links.map(({ rel, file }) => ({
          ...{ tag: "link", injectTo: "head" as const },
          attrs: { rel, crossorigin: true, href: `/${file}` },
        }));
      },
    },
  };
}

const FIRST_VIEW = join(import.meta.dirname, "web/admin/dashboard/DashboardPage.tsx");
const UI = /\/web\/(?:ui|lib)\//;

/**
 * One file for what the start needs, one for what the dashboard shares with others, and one for what most pages are
 * made of: each file costs a browser as much as a page of text. Split by folder, so that no two files need each other.
 */
function gatherParts(): Plugin {
  const inStart = new Set<string>();
  const inFirstView = new Set<string>();
  const groups = [
    { name: "first", tags: ["$initial" as const], priority: 4 },
    { name: "start", test: (id: string) => inStart.has(id), priority: 3 },
    {
      name: "parts",
      test: (id: string) => inFirstView.has(id) && id !== FIRST_VIEW,
      minShareCount: 2,
      priority: 2,
    },
    { name: "ui", test: UI, minShareCount: 6, priority: 1 },
    // Must come before the incidents group, which would pull these texts in.
    { name: "words", test: /\/web\/admin\/text\/(?:incident|pages)/, minShareCount: 3, priority: 1 },
    { name: "incidents", test: /\/web\/admin\/incident\/incidents\//, minShareCount: 3 },
  ];
  // It would merge what a page shares with its later parts into the page, which then needs a file of helpers.
  const experimental = { chunkOptimization: { avoidRedundantChunkLoads: false } };
  return {
    name: "gather-parts",
    config: () => ({ build: { rollupOptions: { experimental, output: { codeSplitting: { groups } } } } }),
    renderStart() {
      const walk = (id: string, seen: Set<string>) => {
        if (seen.has(id)) return;
        seen.add(id);
        for (const next of this.getModuleInfo(id)?.importedIds ?? []) walk(next, seen);
      };
      for (const [entry, seen] of [
        [START, inStart],
        [FIRST_VIEW, inFirstView],
      ] as const) {
        seen.clear();
        walk(entry, seen);
      }
    },
  };
}

export default defineConfig({
  root: join(import.meta.dirname, "web"),
  plugins: [
    solid({ ssr: false }),
    openApiAsJson(),
    pushWorker(),
    translateTexts(),
    preloadStart(),
    gatherParts(),
  ],
  build: {
    outDir: join(import.meta.dirname, "dist/web"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    rollupOptions: { input: { admin: join(import.meta.dirname, "web/admin.html") } },
  },
});
