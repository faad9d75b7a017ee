import { join } from "node:path";
import { defineConfig } from "vite";
import solid from "vite-plugin-solid";

export default defineConfig({
  root: join(import.meta.dirname, "web"),
  plugins: [solid({ ssr: false })],
  build: {
    outDir: join(import.meta.dirname, "dist/web"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    rollupOptions: { input: { admin: join(import.meta.dirname, "web/admin.html") } },
  },
});
