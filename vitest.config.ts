import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";

/** 32 bytes of nothing: a key for tests. */
const SECRET_KEY = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

export default defineConfig({
  test: {
    reporters: ["default", ["json", { outputFile: "test/output/results.json" }]],
    projects: [
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: { bindings: { SECRET_KEY, LOG_LEVEL: "error", PUBLIC_URL: "http://uptide.test" } },
          }),
        ],
        test: {
          name: "workers",
          include: ["test/{api,data,durable}/**/*.test.ts"],
          globalSetup: ["test/durable/alert/peers.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "node",
          include: ["test/{lib,domain,house,check,notify,web}/**/*.test.ts"],
          environment: "node",
        },
      },
      {
        test: {
          name: "system",
          include: ["test/{system,browser}/**/*.test.ts"],
          environment: "node",
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
