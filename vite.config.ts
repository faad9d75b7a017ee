import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin, transformWithOxc } from "vite";
import solid from "vite-plugin-solid";
import { parse } from "yaml";

const OPENAPI = join(import.meta.dirname, "openapi.yaml");

/** The API description as the Worker serves it: addresses are relative to the instance. */
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

/** A service worker needs a fixed address, and some browsers don't support imports in it. */
function pushWorker(): Plugin {
  return {
    name: "push-worker",
    buildStart() {
      this.addWatchFile(PUSH_WORKER);
    },
    async generateBundle() {
      const { code } = await transformWithOxc(readFileSync(PUSH_WORKER, "utf8"), PUSH_WORKER);
      // It only imports types. Compiling leaves an empty export.
      const source = code.replace(/^export \{\};$/m, "");
      this.emitFile({ type: "asset", fileName: "admin/push-worker.js", source });
    },
  };
}

const TEXTS = /\/web\/(?:(admin)\/text\/(\w+)|(ui|lib)\/text)\.ts$/;
const TRANSLATE = join(import.meta.dirname, "web/admin/text/translate.ts");

/**
 * The panel's texts are constants, so they must be translated before any module reads them. This appends a call that
 * does so to each file of texts.
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

/** Preloads what the first script imports once it knows the language, to save a round trip. */
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
/** API calls and other small files shared by many pages, except for sign-in: its page must stay small. */
const API =
  /\/web\/admin\/(?:api\/(?!sign_in)|live\/)|\/src\/(?:schema\/(?:incident_status|weekday)|lib\/escape_html)/;
/** Markdown and the status page's languages. */
const CONTENT = /\/src\/(?:domain\/page\/(?:language|text|layout)|lib\/markdown)/;

/**
 * One file for the start, one for what the dashboard shares with other pages, and one for what most pages need: each
 * additional file is expensive for browsers. The groups follow folders, so that no two files import each other.
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
    { name: "api", test: API, minShareCount: 3, priority: 1 },
    { name: "content", test: CONTENT, minShareCount: 3, priority: 1 },
    // Must come before the incidents group, which would pull these texts in.
    { name: "words", test: /\/web\/admin\/text\/(?:incident|pages)/, minShareCount: 3, priority: 1 },
    { name: "incidents", test: /\/web\/admin\/incident\/incidents\//, minShareCount: 3 },
    {
      name: "on_page",
      test: /\/web\/admin\/(?:page\/pages\/(?:OnPage|paths)|api\/page)\.ts/,
      minShareCount: 2,
    },
  ];
  // Otherwise code shared by a page and its lazy parts is merged into the page, which then needs a file of helpers.
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
