import "../worker_imports.ts";
import { registerHooks } from "node:module";
import { type Safeguard, takeOut } from "./safeguards.ts";

const PLATFORM = new URL("platform.ts", import.meta.url).href;
const PAGE_COPY = new URL("page_copy.ts", import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    if (specifier.endsWith("/src/page/mirror/copy.ts"))
      return { url: PAGE_COPY, format: "module-typescript", shortCircuit: true };
    return specifier === "cloudflare:workers" || specifier === "cloudflare:sockets"
      ? { url: PLATFORM, format: "module-typescript", shortCircuit: true }
      : next(specifier, context);
  },
});

/** Call it before the product is imported. */
export function importWithout(safeguard: Safeguard): void {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const changed = takeOut(safeguard, url, String(loaded.source));
      return changed === null ? loaded : { ...loaded, source: changed };
    },
  });
}
