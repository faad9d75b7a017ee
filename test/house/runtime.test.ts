import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { formatConfig, NOTHING } from "../../scripts/runtime/capnp.ts";
import { readFiles } from "../../scripts/runtime/files.ts";
import { logLines } from "../../scripts/runtime/log.ts";

it("the workerd configuration formats each value correctly", () => {
  const text = formatConfig({ a: 'say "it"\n\\', b: [1, true, { c: NOTHING }], d: [] });
  expect(text).toContain(String.raw`= (a = "say \"it\"\n\\", b = [1, true, (c = void)], d = []);`);
});

it("all files are served except hidden ones, with their configured headers", () => {
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

it("the runtime's own stack traces and unknown-host messages are dropped, and real faults are kept", async () => {
  const at = "/home/me/node_modules/.bin/workerd@";
  const unknown =
    "e = kj/async-io-unix.c++:1293: failed: DNS lookup failed.; params.host = shop.example; params.service = ";
  const lines = [
    unknown,
    `Socket proxy disconnected abruptly; ${unknown}`,
    `stack: ${at}553261e ${at}5533110 ${at}570d170`,
    "stack: 553261e 5533110 570d170 0",
    JSON.stringify({ level: "error", message: "check failed because of an internal fault" }),
    "*** Received signal #11: Segmentation fault",
  ];
  const stream = Readable.from(`${lines.join("\n")}\n`, { objectMode: false });
  const logged: string[] = [];
  await new Promise<void>((resolve) => {
    logLines(stream, ({ message }) => {
      logged.push(message);
      if (message === lines.at(-1)) resolve();
    });
  });
  expect(logged).toEqual(["check failed because of an internal fault", lines.at(-1)]);
});
