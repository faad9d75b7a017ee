import "../worker_imports.ts";
import { registerHooks } from "node:module";

const PLATFORM = new URL("platform.ts", import.meta.url).href;

/** Resolves the product's imports to the simulated platform. */
registerHooks({
  resolve(specifier, context, next) {
    return specifier === "cloudflare:workers" || specifier === "cloudflare:sockets"
      ? { url: PLATFORM, format: "module-typescript", shortCircuit: true }
      : next(specifier, context);
  },
});
