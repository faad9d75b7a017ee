import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { formatConfig, NOTHING } from "../../scripts/runtime/capnp.ts";
import { readFiles } from "../../scripts/runtime/files.ts";

it("a configuration of workerd says each value as its format has it", () => {
  const text = formatConfig({ a: 'say "it"\n\\', b: [1, true, { c: NOTHING }], d: [] });
  expect(text).toContain(String.raw`= (a = "say \"it\"\n\\", b = [1, true, (c = void)], d = []);`);
});

it("files that are served are all but what is hidden, with the headers that are set for them", () => {
  const folder = mkdtempSync(join(tmpdir(), "uptide-files-"));
  writeFileSync(
    join(folder, "_headers"),
    "/assets/*\n  Cache-Control: public, max-age=1\n  X-Odd: a: b\n\n/one\n  Y: z\n",
  );
  for (const name of ["page.html", ".hidden"]) writeFileSync(join(folder, name), "");
  expect(readFiles(folder)).toEqual({
    paths: ["/page.html"],
    rules: [
      {
        prefix: "/assets/",
        headers: [
          ["Cache-Control", "public, max-age=1"],
          ["X-Odd", "a: b"],
        ],
      },
      { prefix: "/one", headers: [["Y", "z"]] },
    ],
  });
  rmSync(folder, { recursive: true, force: true });
});
