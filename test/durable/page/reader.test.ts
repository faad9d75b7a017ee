import { beforeAll, expect, it } from "vitest";
import { ContentReader } from "../../../durable/page/reader.ts";
import { bindings, setUp } from "../../api/client.ts";

const WHOLE_AT = 1000;

beforeAll(async () => {
  await setUp();
});

it("continues only from a reading of the same page and copy", async () => {
  const now = Date.now();
  const readerOf = (pageId: number) => new ContentReader(bindings, pageId, () => {});
  const first = readerOf(1);
  await first.refresh(now);
  expect(first.snapshot(now)).not.toBeNull();
  first.keepFor(WHOLE_AT);
  const resumed = (pageId: number, wholeAt: number) => {
    const reader = readerOf(pageId);
    reader.resume(wholeAt);
    return reader.snapshot(now) !== null;
  };
  expect([resumed(2, WHOLE_AT), resumed(1, WHOLE_AT + 1), resumed(1, WHOLE_AT)]).toEqual([
    false,
    false,
    true,
  ]);
  readerOf(2).noteChange();
  expect(resumed(1, WHOLE_AT)).toBe(true);
  readerOf(1).noteChange();
  expect(resumed(1, WHOLE_AT)).toBe(false);
});
