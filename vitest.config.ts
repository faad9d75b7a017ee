import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";
import Order from "./test/order.ts";
import { productModule } from "./test/product_module.ts";

/** 32 zero bytes. */
const SECRET_KEY = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

/** Generous, because the machine may be busy. */
const TIMEOUTS = {
  // In case the machine freezes. Reports list retried tests.
  retry: 1,
  testTimeout: 90_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 25_000, interval: 25 } },
};

/** Bundles each package into one module, because the runtime requests modules one by one. */
const PACKAGES_AS_ONE = {
  optimizer: {
    ssr: {
      enabled: true,
      include: [
        ...["aws4fetch", "hono", "hono/cors", "hono/utils/cookie", "jose", "oauth4webapi", "otpauth"],
        ...["drizzle-orm", "drizzle-orm/d1", "drizzle-orm/runnable-query", "drizzle-orm/sqlite-core"],
        ...["uqr", "yaml", "zod"],
      ],
    },
  },
};

export default defineConfig({
  test: {
    reporters: ["default", "./test/slowest.ts", ["json", { outputFile: "test/output/results.json" }]],
    // Three files on two cores: at any time, about one of them is waiting. With four, stories wait too long for an idle core.
    maxWorkers: 3,
    sequence: { sequencer: Order },
    projects: [
      {
        plugins: [
          productModule(),
          cloudflareTest({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: { SECRET_KEY, LOG_LEVEL: "error", PUBLIC_URL: "http://uptide.test" },
              // Messages between a test file and Vitest stay on this machine.
              compatibilityFlags: ["no_web_socket_compression"],
            },
          }),
        ],
        test: {
          ...TIMEOUTS,
          name: "workers",
          include: ["test/{api,data,durable}/**/*.test.ts"],
          globalSetup: ["test/durable/alert/peers.ts", "test/api/system/release_server.ts"],
          setupFiles: ["test/setup.ts"],
          // With a runtime per file, importing the product would take most of the time.
          isolate: false,
          deps: PACKAGES_AS_ONE,
        },
      },
      {
        test: {
          ...TIMEOUTS,
          name: "node",
          include: ["test/{lib,domain,house,check,notify,simulation,web}/**/*.test.ts"],
          setupFiles: ["test/seed.ts"],
          environment: "node",
          // Far from UTC, with a daylight saving change at midnight, to find code that uses the machine's zone.
          env: { TZ: "America/Santiago" },
          isolate: false,
        },
      },
      {
        test: {
          ...TIMEOUTS,
          name: "system",
          include: ["test/system/**/*.test.ts"],
          environment: "node",
          isolate: false,
        },
      },
      {
        test: {
          ...TIMEOUTS,
          // The steps of a story depend on each other, so only a whole file can be retried.
          retry: 0,
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          environment: "node",
          // The files of a process share its Chromium.
          isolate: false,
        },
      },
    ],
  },
});
