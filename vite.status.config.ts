import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";
import solid from "vite-plugin-solid";

const ROOT = import.meta.dirname;
const WEB = join(ROOT, "dist/web");
/** Keeps the status page's files apart from the panel's in the same folder. */
const PREFIX = "page.";

/** The status page is built for the browser first, then for the Worker, which refers to the browser's files. */
export default defineConfig(({ isSsrBuild }) => ({
  root: join(ROOT, "web"),
  publicDir: false,
  plugins: [
    solid({ ssr: true, solid: { hydratable: false } }),
    loadPlainly(),
    isSsrBuild ? declareTypes() : refuseShared(),
  ],
  ...(isSsrBuild ? forWorker() : forBrowser()),
}));

/** The first script includes all modules it shares with scripts loaded later. */
const FIRST =
  /(?:domain\/page\/text|lib\/known_locale|status\/(?:main|format|live\/(?!numbers\.|follow_copy|draw_copy)\w+|blocks\/(?:bar_days|bar_scale|chart_points)))\.ts$/;

function forBrowser() {
  return {
    build: {
      outDir: WEB,
      emptyOutDir: false,
      target: "es2022",
      modulePreload: false as const,
      rollupOptions: {
        input: {
          status: join(ROOT, "web/status/main.ts"),
          private: join(ROOT, "web/status/sign_in/main.ts"),
        },
        output: {
          codeSplitting: { groups: [{ name: "status", test: FIRST }] },
          entryFileNames: `assets/${PREFIX}[name]-[hash].js`,
          chunkFileNames: `assets/${PREFIX}[name]-[hash].js`,
          assetFileNames: `assets/${PREFIX}[name]-[hash][extname]`,
        },
      },
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
    define: {
      STATUS_ASSETS: JSON.stringify(findAssets("status")),
      STATUS_STYLE: JSON.stringify(readFileSync(join(WEB, findAssets("status").style), "utf8")),
      PRIVATE_ASSETS: JSON.stringify(findAssets("private")),
      COPY_ASSETS: JSON.stringify(listCopyAssets()),
    },
    build: {
      outDir: join(ROOT, "dist/status"),
      emptyOutDir: true,
      target: "es2024",
      rollupOptions: { output: { entryFileNames: "render.js" } },
    },
  };
}

function findAssets(name: string): { script: string; style: string } {
  return { script: findAsset(name, "js"), style: findAsset(name, "css") };
}

/** Every file that the static copy may load; the script that follows the snapshot is last. It has no subscribe dialog. */
function listCopyAssets(): string[] {
  const { script, style } = findAssets("status");
  const follower = findAsset("follow_copy", "js");
  const found = new Set([script]);
  for (const address of found) {
    const text = readFileSync(join(WEB, address), "utf8");
    for (const [file] of text.matchAll(/page\.[\w-]+\.js/g))
      if (!file.startsWith(`${PREFIX}open-`)) found.add(`/assets/${file}`);
  }
  return [style, ...[...found].filter((address) => address !== follower), follower];
}

function findAsset(name: string, extension: string): string {
  const isWanted = (file: string) => file.startsWith(`${PREFIX}${name}-`) && file.endsWith(`.${extension}`);
  const found = readdirSync(join(WEB, "assets")).find(isWanted);
  if (!found) throw new Error(`The public page has no ${name}.${extension}: build it for the browser first.`);
  return `/assets/${found}`;
}

/** Lazy scripts have no dependencies to preload, and Vite's preload helper would be larger than most of them. */
function loadPlainly(): Plugin {
  return {
    name: "load-plainly",
    enforce: "pre",
    load: (id) =>
      id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null,
  };
}

/** Each entry must stay a single script: visitors load only that one, and the static copy has no other. */
function refuseShared(): Plugin {
  return {
    name: "refuse-shared",
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk" || !file.isEntry || file.imports.length === 0) continue;
        this.error(`${file.name} would have to fetch ${file.imports.join(", ")} first.`);
      }
    },
  };
}

const TYPES = `export declare const renderDocument: import("../../web/status/view.ts").RenderDocument;
export declare const COPY_FILES: readonly string[];
export declare const inlineStyle: (html: string) => string;
export declare const renderSubscribe: import("../../web/status/view.ts").RenderSubscribe;
export declare const renderSignIn: import("../../web/status/view.ts").RenderSignIn;
`;

function declareTypes(): Plugin {
  return {
    name: "declare-types",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "render.d.ts", source: TYPES });
    },
  };
}
