import { describe, expect, it } from "vitest";
import { probe } from "../../../src/check/probe.ts";
import { makeFakePlatform } from "../fake_platform.ts";

type Answer = () => Response | Promise<Response>;

const check = async (fetch: Answer, config: object) =>
  await probe(
    { type: "https", config: { url: "https://shop.test/", ...config }, timeoutMs: 1000 },
    makeFakePlatform({ fetch }),
  );
const page =
  (text: string): Answer =>
  () =>
    new Response(text);

describe("a keyword", () => {
  it("is degraded if it is missing, or down if configured", async () => {
    expect(await check(page("closed"), { keyword: "open" })).toMatchObject({
      status: "degraded",
      message: 'The keyword "open" is not in the response.',
    });
    expect(await check(page("closed"), { keyword: "open", keywordFailsAs: "down" })).toMatchObject({
      status: "down",
    });
    expect(await check(page("open"), { keyword: "open", keywordFailsAs: "down" })).toMatchObject({
      status: "up",
    });
  });

  it("fails if it is present but must be absent", async () => {
    const config = { keyword: "error", keywordAbsent: true };
    expect(await check(page("all good"), config)).toMatchObject({ status: "up" });
    expect(await check(page("an error"), config)).toMatchObject({
      status: "degraded",
      message: 'The keyword "error" is in the response, but must not be.',
    });
    expect(await check(page("an error"), { ...config, keywordFailsAs: "down" })).toMatchObject({
      status: "down",
    });
  });
});

describe("an inverted check", () => {
  const invert = true;

  it("is up while the target fails, and reports the result", async () => {
    const found = await check(() => new Response("", { status: 503 }), { invert });
    expect(found).toMatchObject({
      status: "up",
      message: "Inverted: down, as expected. Expected status 200, got 503.",
    });
    expect(found.steps.at(-1)).toMatchObject({ label: "Inverted", status: "up" });
    const lost = () => Promise.reject(new Error("Network connection lost."));
    expect(await check(lost, { invert })).toMatchObject({
      status: "up",
      message: "Inverted: down, as expected. shop.test:443 refused the connection.",
    });
  });

  it("is up if the target doesn't respond in time", async () => {
    const silent = () => new Promise<Response>(() => undefined);
    const found = await probe(
      { type: "https", config: { url: "https://shop.test/", invert }, timeoutMs: 60 },
      makeFakePlatform({ fetch: silent, connect: () => "hangs" }),
    );
    expect(found.status).toBe("up");
    expect(found.message).toContain("within 60 ms.");
  });

  it("is down while the target works, even if only partly", async () => {
    const found = await check(page("ok"), { invert, keepBody: true });
    expect(found.status).toBe("down");
    expect(found.message).toMatch(/^Inverted: expected down\. Responded with 200 in \d+ ms\.$/);
    expect(found.body?.text).toBe("ok");
    expect(await check(page("closed"), { invert, keyword: "open" })).toMatchObject({ status: "down" });
  });

  it("keeps no body of an expected failure", async () => {
    const failed = () => new Response("no", { status: 503 });
    expect(await check(failed, { invert, keepBody: true })).not.toHaveProperty("body");
  });

  it("is not up if the check couldn't run", async () => {
    const forbidden = () => new Response("error code: 1003", { status: 403 });
    expect(await check(forbidden, { invert })).toMatchObject({ status: "down" });
    const loop = () => Promise.reject(new Error("TCP Loop detected: no"));
    expect(await check(loop, { invert })).toMatchObject({ status: "down" });
    const limits = () => Promise.reject(new Error("Too many subrequests."));
    expect(await check(limits, { invert })).toMatchObject({ status: "down", isOwnFault: true });
  });
});
