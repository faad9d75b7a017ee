import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
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

/** Tests where the prefix in addresses matters. */
const TESTS_AT_A_PREFIX = [
  "test/api/subscriber/{preferences,unsubscribe}.test.ts",
  "test/api/page/{address,branding,embed,feed,private,private_sign_in,stream}.test.ts",
];

/** Tests where the page's own hostname matters, or which page of several it is. */
const TESTS_AT_A_HOSTNAME = [
  "test/api/subscriber/{audience,preferences,settings,sign_up,unsubscribe}.test.ts",
  "test/api/page/{address,branding,embed,feed,leak,live,locale,overall,page}.test.ts",
  "test/api/page/{private,private_sign_in,public_page,status_api,stream}.test.ts",
];

interface InWorkerd {
  name: string;
  include: string[];
  bindings?: Record<string, string>;
}

function workers({ name, include, bindings = {} }: InWorkerd): TestProjectInlineConfiguration {
  return {
    plugins: [
      productModule(),
      cloudflareTest({
        wrangler: { configPath: "./wrangler.toml" },
        miniflare: {
          bindings: { SECRET_KEY, LOG_LEVEL: "error", PUBLIC_URL: "http://uptide.test", ...bindings },
          // Messages between a test file and Vitest stay on this machine.
          compatibilityFlags: ["no_web_socket_compression"],
        },
      }),
    ],
    test: {
      ...TIMEOUTS,
      name,
      include,
      globalSetup: ["test/durable/alert/peers.ts", "test/api/system/release_server.ts"],
      setupFiles: ["test/fresh_state.ts"],
      // With a runtime per file, importing the product would take most of the time.
      isolate: false,
      deps: PACKAGES_AS_ONE,
    },
  };
}

export default defineConfig({
  test: {
    reporters: ["default", "./test/slowest.ts", ["json", { outputFile: "test/output/results.json" }]],
    // Three files on two cores: at any time, about one of them is waiting. With four, stories wait too long for an idle core.
    maxWorkers: 3,
    sequence: { sequencer: Order },
    projects: [
      workers({ name: "workers", include: ["test/{api,data,durable}/**/*.test.ts"] }),
      // The same tests for a page below a prefix, and for one at its own hostname.
      workers({ name: "prefix", include: TESTS_AT_A_PREFIX, bindings: { PAGE_UNDER_TEST: "prefix" } }),
      workers({
        name: "hostname",
        include: TESTS_AT_A_HOSTNAME,
        bindings: { PAGE_UNDER_TEST: "hostname", PUBLIC_URL: "http://panel.uptide.test" },
      }),
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
