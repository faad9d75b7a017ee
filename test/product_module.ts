import { globSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { build, type Plugin, type Rollup } from "vite";

const ROOT = resolve(import.meta.dirname, "..");
const FOLDERS = ["src", "durable"];
const PREFIX = "\0product:";

let bundling: Promise<ReadonlyMap<string, Rollup.OutputChunk>> | undefined;

/**
 * Bundles the product into one module, with a small re-exporting module per file. A runtime requests modules one by
 * one, and some hundred would take most of its start. Watch mode gets the files themselves.
 */
export function productModule(): Plugin {
  let isWatching = false;
  return {
    name: "product-module",
    enforce: "pre",
    configResolved({ server }) {
      isWatching = server.watch !== null;
    },
    async resolveId(source, importer) {
      if (importer?.startsWith(PREFIX) && source.startsWith("."))
        return PREFIX + join(dirname(importer.slice(PREFIX.length)), source);
      const path = source.startsWith(".") && importer ? resolve(dirname(importer), source) : source;
      if (isWatching || !isProduct(path)) return null;
      bundling ??= bundle();
      const name = nameOf(path.slice(ROOT.length + 1));
      return (await bundling).has(name) ? PREFIX + name : null;
    },
    async load(id) {
      const chunk = id.startsWith(PREFIX) ? (await bundling)?.get(id.slice(PREFIX.length)) : undefined;
      return chunk ? { code: chunk.code, map: mapOf(chunk) } : null;
    },
  };
}

/** Points the source map at the files on disk, for stack traces. */
function mapOf({ fileName, map }: Rollup.OutputChunk) {
  if (!map) return null;
  const folder = join(ROOT, "dist", dirname(fileName));
  return { ...map, sources: map.sources.map((source) => resolve(folder, source)) };
}

const nameOf = (file: string) => file.replace(/\.ts$/, ".js");

function isProduct(path: string): boolean {
  return path.endsWith(".ts") && FOLDERS.some((folder) => path.startsWith(join(ROOT, folder, "/")));
}

async function bundle(): Promise<ReadonlyMap<string, Rollup.OutputChunk>> {
  const files = globSync(`{${FOLDERS.join()}}/**/*.ts`, { cwd: ROOT }).filter(
    (file) => !file.endsWith(".d.ts"),
  );
  const { output } = (await build({
    configFile: false,
    root: ROOT,
    logLevel: "error",
    ssr: { target: "webworker" },
    build: {
      ssr: true,
      write: false,
      minify: false,
      sourcemap: "hidden",
      rolldownOptions: {
        input: Object.fromEntries(files.map((file) => [nameOf(file), join(ROOT, file)])),
        external: [/^cloudflare:/, /^node:/],
        moduleTypes: { ".sql": "text" },
        preserveEntrySignatures: "strict",
        output: {
          entryFileNames: "[name]",
          chunkFileNames: "[name].js",
          codeSplitting: { groups: [{ name: "product", test: () => true }] },
        },
      },
    },
  })) as Rollup.RollupOutput;
  return new Map(output.flatMap((chunk) => (chunk.type === "chunk" ? [[chunk.fileName, chunk]] : [])));
}
