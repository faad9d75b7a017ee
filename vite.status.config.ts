import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";
import solid from "vite-plugin-solid";

const ROOT = import.meta.dirname;
const WEB = join(ROOT, "dist/web");

/** The public page, built twice: for the browser first, then for the Worker, which names the files of the first. */
export default defineConfig(({ isSsrBuild }) => ({
  root: join(ROOT, "web"),
  publicDir: false,
  plugins: [solid({ ssr: true }), ...(isSsrBuild ? [declareTypes()] : [])],
  ...(isSsrBuild ? forWorker() : forBrowser()),
}));

function forBrowser() {
  return {
    build: {
      outDir: WEB,
      emptyOutDir: false,
      target: "es2022",
      modulePreload: false as const,
      rollupOptions: { input: { status: join(ROOT, "web/status/main.tsx") } },
    },
  };
}

function forWorker() {
  return {
    ssr: {
      noExternal: true as const,
      target: "webworker" as const,
      resolve: { conditions: ["worker", "module", "import"] },
    },
    define: { STATUS_ASSETS: JSON.stringify({ script: findAsset("js"), style: findAsset("css") }) },
    build: {
      outDir: join(ROOT, "dist/status"),
      emptyOutDir: true,
      target: "es2024",
      rollupOptions: { output: { entryFileNames: "render.js" } },
    },
  };
}

function findAsset(extension: string): string {
  const pattern = new RegExp(`^status-[\\w-]+\\.${extension}$`);
  const name = readdirSync(join(WEB, "assets")).find((file) => pattern.test(file));
  if (!name) throw new Error(`The public page has no .${extension} file: build it for the browser first.`);
  return `/assets/${name}`;
}

const TYPES = `export declare const renderDocument: import("../../web/status/view.ts").RenderDocument;
`;

function declareTypes(): Plugin {
  return {
    name: "declare-types",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "render.d.ts", source: TYPES });
    },
  };
}
