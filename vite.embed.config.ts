import { join } from "node:path";
import { defineConfig } from "vite";

const ROOT = import.meta.dirname;

/** The script for other websites: one file with a fixed name that adds nothing to their global scope. */
export default defineConfig({
  root: join(ROOT, "web"),
  publicDir: false,
  build: {
    outDir: join(ROOT, "dist/web"),
    emptyOutDir: false,
    target: "es2020",
    modulePreload: false,
    rollupOptions: {
      input: join(ROOT, "web/embed/main.ts"),
      output: { format: "iife", entryFileNames: "embed.js" },
    },
  },
});
