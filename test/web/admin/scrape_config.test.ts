import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { writeScrapeConfig } from "../../../web/admin/system/scrape_config.ts";

const DOCS = readFileSync(join(import.meta.dirname, "../../../docs/metrics.md"), "utf8");

it("the panel's scrape configuration matches the documentation, with its own address", () => {
  const documented = /```yaml\n(scrape_configs:[^`]*)```/.exec(DOCS)?.[1] ?? "";
  expect(parse(writeScrapeConfig("https://status.example.com"))).toEqual(parse(documented));
  expect(parse(writeScrapeConfig("http://[::1]:8787")).scrape_configs[0]).toMatchObject({
    scheme: "http",
    static_configs: [{ targets: ["[::1]:8787"] }],
  });
});
