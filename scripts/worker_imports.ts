import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const BUILT_PAGE = "/dist/status/render.js";

/** Text imports work; platform modules are stubs, and so is the built page unless a bench serves it. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.endsWith(BUILT_PAGE) && !context.parentURL?.includes("/test/"))
      return { url: `built:${BUILT_PAGE}`, format: "module", shortCircuit: true };
    if (!specifier.startsWith("cloudflare:")) return next(specifier, context);
    return { url: specifier, format: "module", shortCircuit: true };
  },
  load(url, context, next) {
    const source = (text: string) => ({ format: "module", source: text, shortCircuit: true }) as const;
    if (url.endsWith(".sql"))
      return source(`export default ${JSON.stringify(readFileSync(fileURLToPath(url), "utf8"))}`);
    if (url.startsWith("built:"))
      return source(
        "export const inlineStyle = null, renderDocument = null, renderSignIn = null, renderSubscribe = null;",
      );
    if (url.startsWith("cloudflare:")) {
      return source(
        "export class DurableObject {} export class WorkerEntrypoint {} export function connect() {} export const exports = {}; export const env = {};",
      );
    }
    return next(url, context);
  },
});
