import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findDatabase } from "../../../scripts/key_check.ts";
import { startProduct } from "./product.ts";

const stateDir = mkdtempSync(join(tmpdir(), "uptide-key-"));
const file = join(stateDir, "secret_key");
const OTHER = Buffer.alloc(32, 7).toString("base64");
let key = "";

beforeAll(async () => {
  const product = await startProduct({ stateDir });
  await product.stop();
  key = readFileSync(file, "utf8");
});

afterAll(() => rmSync(stateDir, { recursive: true, force: true }));

/** Includes the rows that are still in the WAL. */
function readDatabase(): string[] {
  const path = findDatabase(stateDir) ?? "";
  return [path, `${path}-wal`].map((one) => readFileSync(one, "base64"));
}

async function expectRefusal(sentence: string, variables: Record<string, string> = {}): Promise<void> {
  const before = readDatabase();
  await expect(startProduct({ stateDir, variables })).rejects.toThrow(sentence);
  expect(readDatabase()).toEqual(before);
}

describe("the key of a state folder", () => {
  it("is not created again when it is missing", async () => {
    rmSync(file);
    await expectRefusal(`${file} is missing, so the secrets in ${stateDir}/d1`);
    expect(() => readFileSync(file)).toThrow("ENOENT");
  });

  it("is rejected when empty or cut off, naming the file", async () => {
    writeFileSync(file, "\n");
    await expectRefusal(`${file} is empty`);
    writeFileSync(file, key.slice(0, 20));
    await expectRefusal(`${file} is not 32 bytes in base64`);
    expect(readFileSync(file, "utf8")).toBe(key.slice(0, 20));
  });

  it("is rejected when it is another one, in the file or in SECRET_KEY", async () => {
    writeFileSync(file, OTHER);
    await expectRefusal(`${file} is another key`);
    await expectRefusal("SECRET_KEY is another key", { SECRET_KEY: OTHER });
  });

  it("is accepted in either place, also with another key after it", async () => {
    rmSync(file);
    const product = await startProduct({ stateDir, variables: { SECRET_KEY: `${key},${OTHER}` } });
    await product.stop();
    writeFileSync(file, key);
    const again = await startProduct({ stateDir });
    const status = await (await fetch(`${again.address}/api/v1/setup/status`)).json();
    await again.stop();
    expect(status).toEqual({ required: true, problems: [] });
  });
});
