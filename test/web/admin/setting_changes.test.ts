import { describe, expect, it } from "vitest";
import { MASK } from "../../../src/lib/mask.ts";
import { describeDocuments } from "../../../src/service/config/json_schema.ts";
import { listSettingChanges, type StoredDocument } from "../../../web/admin/config/setting_changes.ts";

const schema = describeDocuments();

const compare = (before: StoredDocument, after: StoredDocument, fields: string[]) =>
  listSettingChanges(
    { kind: "Monitor", key: "shop", action: "update", fields },
    { before: { type: "https", ...before }, after: { type: "https", ...after }, schema },
  );

describe("the changes of an import", () => {
  it("list each changed setting, and mark defaults", () => {
    const stored = { intervalSecs: 30, config: { url: "https://a.example", method: "GET", keyword: "ok" } };
    const wanted = { config: { url: "https://b.example", method: "GET" } };
    const plain = { isDefault: false, isSecret: false };
    expect(compare(stored, wanted, ["intervalSecs", "config"])).toEqual([
      { path: "intervalSecs", before: 30, after: 60, isDefault: true, isSecret: false },
      { path: "config.url", before: "https://a.example", after: "https://b.example", ...plain },
      { path: "config.keyword", before: "ok", after: "", isDefault: true, isSecret: false },
    ]);
  });

  it("recognize a secret by its mask, its schema or the name of its header, even in new documents", () => {
    const auth = (password: string) => ({ type: "basic", basic: { username: "ann", password } });
    const secretsIn = (before: StoredDocument, after: StoredDocument) =>
      compare({ config: before }, { config: after }, ["config"]).flatMap(({ path, isSecret }) =>
        isSecret ? [path] : [],
      );
    expect(secretsIn({ auth: auth(MASK) }, { auth: auth("n3w") })).toEqual(["config.auth.basic.password"]);
    expect(secretsIn({ auth: { type: "none" } }, { auth: auth("n3w") })).toEqual([
      "config.auth.basic.password",
    ]);
    expect(secretsIn({}, { headers: { "X-Api-Key": "n3w", Accept: "text/html" } })).toEqual([
      "config.headers.X-Api-Key",
    ]);
  });

  it("include lists of objects with ids, and mark moved ones", () => {
    const block = (id: string, label: string) => ({
      id,
      type: "group",
      label,
      collapsible: false,
      children: [],
    });
    const [front, back, gone] = [block("front", "Shop"), block("back", "Office"), block("gone", "Old")];
    const changes = listSettingChanges(
      { kind: "Layout", key: "layout", action: "update", fields: ["children"] },
      {
        before: { children: [front, gone, back] },
        after: { children: [back, { ...front, label: "Store" }, { id: "new", type: "divider" }] },
        schema,
      },
    );
    expect(changes.map(({ path, before, after }) => [path, before, after])).toEqual([
      ["children.front.label", "Shop", "Store"],
      ...["type", "label", "collapsible"].map((name) => [
        `children.gone.${name}`,
        gone[name as keyof typeof gone],
        undefined,
      ]),
      ["children.new.type", undefined, "divider"],
      ["children.order", ["front", "back"], ["back", "front"]],
    ]);
  });

  it("leave out a secret that is kept", () => {
    const config = { url: "https://a.example", auth: { type: "bearer", bearer: { token: MASK } } };
    expect(compare({ config }, { config: { ...config } }, ["config"])).toEqual([]);
  });
});
