import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import Order from "./test/order.ts";
import { productModule } from "./test/product_module.ts";

/** 32 bytes of nothing: a key for tests. */
const SECRET_KEY = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

/** How long something may take that is on its way, on a machine that is busy with other things. */
const PATIENCE = {
  // One more try where a machine stood still for as long as that; what was tried twice is listed as such.
  retry: 1,
  testTimeout: 90_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 25_000, interval: 25 } },
};

/** What the product imports of packages: each as one module, since a runtime asks for modules one by one. */
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

/** The suite of a page that visitors read. */
const OF_ANY_PAGE = [
  "test/api/subscriber/{audience,delivery_list,list,notice,preferences,settings,sign_up,states,unsubscribe}.test.ts",
  "test/api/page/{address,branding,cost,database_away,embed,feed,layout,leak,live,locale,overall,page}.test.ts",
  "test/api/page/{private,private_sign_in,public_page,render,spoken,status_api,stream,visitor_limits}.test.ts",
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
          // What a file of tests and Vitest say to each other goes from memory to memory.
          compatibilityFlags: ["no_web_socket_compression"],
        },
      }),
    ],
    test: {
      ...PATIENCE,
      name,
      include,
      globalSetup: ["test/durable/alert/peers.ts", "test/api/system/release_server.ts"],
      setupFiles: ["test/fresh_state.ts"],
      // A file of its own runtime would spend most of its time on importing the product.
      isolate: false,
      deps: PACKAGES_AS_ONE,
    },
  };
}

export default defineConfig({
  test: {
    reporters: ["default", "./test/slowest.ts", ["json", { outputFile: "test/output/results.json" }]],
    // Two cores have time for a third file: one in three waits, for a check that is due or a browser that draws.
    maxWorkers: 3,
    sequence: { sequencer: Order },
    projects: [
      workers({ name: "workers", include: ["test/{api,data,durable}/**/*.test.ts"] }),
      // What holds for the default page holds for another, below its prefix and at a hostname of its own.
      workers({ name: "prefix", include: OF_ANY_PAGE, bindings: { PAGE_UNDER_TEST: "prefix" } }),
      workers({
        name: "hostname",
        include: OF_ANY_PAGE,
        bindings: { PAGE_UNDER_TEST: "hostname", PUBLIC_URL: "http://panel.uptide.test" },
      }),
      {
        test: {
          ...PATIENCE,
          name: "node",
          include: ["test/{lib,domain,house,check,notify,simulation,web}/**/*.test.ts"],
          setupFiles: ["test/seed.ts"],
          environment: "node",
          // Far from UTC, and its summer begins at midnight: what takes the machine's zone for another one shows.
          env: { TZ: "America/Santiago" },
          isolate: false,
        },
      },
      {
        test: {
          ...PATIENCE,
          name: "system",
          include: ["test/system/**/*.test.ts"],
          environment: "node",
          isolate: false,
        },
      },
      {
        test: {
          ...PATIENCE,
          // Stories: what runs again is the whole file.
          retry: 0,
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          environment: "node",
          // The files of one process share its Chromium.
          isolate: false,
        },
      },
    ],
  },
});
