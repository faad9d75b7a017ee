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

export default defineConfig({
  root: join(import.meta.dirname, "web"),
  plugins: [solid({ ssr: false }), openApiAsJson()],
  build: {
    outDir: join(import.meta.dirname, "dist/web"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    rollupOptions: { input: { admin: join(import.meta.dirname, "web/admin.html") } },
  },
});
