import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const config = readFileSync(join(ROOT, "wrangler.toml"), "utf8");

function queuesOf(section: "producers" | "consumers"): string[] {
  return config
    .split(/^(?=\[)/m)
    .filter((part) => part.startsWith(`[[queues.${section}]]`))
    .map((part) => /^queue = "(.+)"$/m.exec(part)?.[1] ?? "");
}

describe("the queues of wrangler.toml", () => {
  it("all have a producer, since a deploy only creates queues with one", () => {
    expect(queuesOf("consumers").length).toBeGreaterThan(0);
    expect(queuesOf("producers")).toEqual(expect.arrayContaining(queuesOf("consumers")));
    const dead = [...config.matchAll(/^dead_letter_queue = "(.+)"$/gm)].map((match) => match[1]);
    expect(queuesOf("producers")).toEqual(expect.arrayContaining(dead));
  });

  it("all have a consumer in the Worker", () => {
    const worker = readFileSync(join(ROOT, "src/worker.ts"), "utf8");
    const handled = [...worker.matchAll(/case "(.+)":/g)].map((match) => `uptide-${match[1]}`);
    expect(handled.toSorted()).toEqual(queuesOf("consumers").toSorted());
  });
});
