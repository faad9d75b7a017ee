import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";
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

/** What the first script loads once it knows the language comes along with it: nobody waits for it twice. */
function preloadStart(): Plugin {
  return {
    name: "preload-start",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const start = Object.values(bundle).find(
          (file) => file.type === "chunk" && file.facadeModuleId?.endsWith("/web/admin/start.tsx"),
        );
        if (start?.type !== "chunk") return [];
        const scripts = [start.fileName, ...start.imports].map((file) => ({ rel: "modulepreload", file }));
        const styles = [...(start.viteMetadata?.importedCss ?? [])].map((file) => ({
          rel: "stylesheet",
          file,
        }));
        return [...scripts, ...styles].map(({ rel, file }) => ({
          ...{ tag: "link", injectTo: "head" as const },
          attrs: { rel, crossorigin: true, href: `/${file}` },
        }));
      },
    },
  };
}

export default defineConfig({
  root: join(import.meta.dirname, "web"),
  plugins: [solid({ ssr: false }), openApiAsJson(), translateTexts(), preloadStart()],
  build: {
    outDir: join(import.meta.dirname, "dist/web"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    rollupOptions: { input: { admin: join(import.meta.dirname, "web/admin.html") } },
  },
});
