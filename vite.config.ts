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
const TRANSLATION = /\/web\/admin\/text\/\w+\/all\.ts$/;
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
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        // Everything waits for the texts: what they would have to wait for themselves would never come.
        if (file.type !== "chunk" || !TRANSLATION.test(file.facadeModuleId ?? "")) continue;
        if (file.imports.length > 0)
          this.error(`${file.name} imports ${file.imports.join(", ")}: a translation imports types alone.`);
      }
    },
  };
}

export default defineConfig({
  root: join(import.meta.dirname, "web"),
  plugins: [solid({ ssr: false }), openApiAsJson(), translateTexts()],
  build: {
    outDir: join(import.meta.dirname, "dist/web"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    rollupOptions: { input: { admin: join(import.meta.dirname, "web/admin.html") } },
  },
});
