import { describe, expect, it } from "vitest";
import { withoutMended } from "../../../web/lib/mended.ts";

const about = (...paths: string[]) => paths.map((path) => ({ path, message: `${path} is wrong.` }));
const left = (paths: string[], before: unknown, after: unknown) =>
  withoutMended(about(...paths), { before, after }).map(({ path }) => path);

describe("withoutMended", () => {
  const before = { name: "", config: { host: "", auth: { user: "" } }, translations: { "status.up": "a" } };

  it("drops a problem once its setting has changed, and keeps the others", () => {
    const paths = ["name", "config.host", "config.auth.user", ""];
    expect(left(paths, before, { ...before, name: "Shop" })).toEqual(["config.host", "config.auth.user", ""]);
    const config = { ...before.config, host: "a.example" };
    expect(left(paths, before, { ...before, config })).toEqual(["name", "config.auth.user", ""]);
  });

  it("distinguishes a missing setting from its neighbours", () => {
    const paths = ["config.url"];
    const other = { ...before, config: { ...before.config, host: "x" } };
    expect(left(paths, before, other)).toEqual(paths);
    expect(
      left(paths, before, { ...before, config: { ...before.config, url: "https://a.example" } }),
    ).toEqual([]);
  });

  it("matches names with a dot in them", () => {
    expect(
      left(["translations.status.up"], before, { ...before, translations: { "status.up": "b" } }),
    ).toEqual([]);
    expect(left(["translations.status.up"], before, { ...before, name: "b" })).toHaveLength(1);
  });

  it("compares the surrounding part when the form stores it in another shape", () => {
    const pairs = { config: { headers: [["X-A", "1"]] } };
    expect(left(["config.headers.X-A"], pairs, { config: { headers: [["X-A", "2"]] } })).toEqual([]);
    expect(
      left(
        ["list[1].name"],
        { list: [{ name: "a" }, { name: "b" }] },
        { list: [{ name: "c" }, { name: "b" }] },
      ),
    ).toEqual(["list[1].name"]);
  });
});
