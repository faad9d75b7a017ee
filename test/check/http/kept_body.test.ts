import { describe, expect, it } from "vitest";
import { probe } from "../../../src/check/probe.ts";
import { makeFakePlatform } from "../fake_platform.ts";

const check = async (answer: () => Response, config: object = {}) =>
  await probe(
    { type: "https", config: { url: "https://shop.test/", keepBody: true, ...config }, timeoutMs: 1000 },
    makeFakePlatform({ fetch: answer }),
  );
const failing = (body: BodyInit | null, headers: Record<string, string> = {}) => {
  return () => new Response(body, { status: 503, headers });
};

describe("the body of a failing response", () => {
  it("is kept unchanged, but not for a good response or when disabled", async () => {
    const page = "<h1>Away</h1>\r\n<script>alert(1)</script>\n\tcode 7";
    const { body } = await check(failing(page));
    expect(body).toEqual({ text: page.replace("\r", ""), isCut: false, isBinary: false });
    expect(await check(() => new Response("ok"))).not.toHaveProperty("body");
    expect(await check(failing(page), { keepBody: false })).not.toHaveProperty("body");
  });

  it("is kept for any kind of failure, and read only once", async () => {
    const good = (text: string) => () => new Response(text, { headers: { "X-Version": "2" } });
    const header = { source: "header", name: "x-version", operator: "equals", value: "3" };
    const json = { source: "json", path: "$.left", operator: "less_than", value: 3 };
    for (const config of [{ keyword: "shop" }, { assertions: [header] }, { assertions: [json] }])
      expect((await check(good('{"left":7}'), config)).body?.text).toBe('{"left":7}');
  });

  it("is limited to 2 KB of whole characters", async () => {
    const { body } = await check(failing("é".repeat(40_000)));
    expect(new TextEncoder().encode(body?.text).length).toBeLessThanOrEqual(2048);
    expect(body?.text).toMatch(/^é{1000,}…$/);
    expect(body).toMatchObject({ isCut: true, isBinary: false });
    const exact = await check(failing("x".repeat(2048)));
    expect(exact.body).toEqual({ text: "x".repeat(2048), isCut: false, isBinary: false });
  });

  it("is marked as binary, and none of it is kept", async () => {
    const picture = Uint8Array.from({ length: 500 }, (_, index) => (index * 7) % 256);
    expect((await check(failing(picture))).body).toEqual({ text: "", isCut: true, isBinary: true });
    expect((await check(failing(null))).body).toEqual({ text: "", isCut: false, isBinary: false });
  });

  it("is decoded with its character set", async () => {
    const latin = Uint8Array.from([0x66, 0xfc, 0x72]);
    const { body } = await check(failing(latin, { "Content-Type": "text/plain; charset=iso-8859-1" }));
    expect(body?.text).toBe("für");
  });

  it("contains no secret of the monitor, however the server encodes it", async () => {
    const password = 'p"a&s<s/w';
    const auth = { type: "basic", basic: { username: "ada", password } };
    const forms = [
      password,
      JSON.stringify({ got: password }),
      encodeURIComponent(password),
      "p&quot;a&amp;s&lt;s/w",
      `seen: ${btoa(`ada:${password}`)}`,
    ];
    const { body } = await check(failing(forms.join("\n")), { auth });
    expect(body?.text).toBe(
      ["[hidden]", '{"got":"[hidden]"}', "[hidden]", "[hidden]", "seen: [hidden]"].join("\n"),
    );
    const named = await check(failing('{"session_token":"abc","left":1}'));
    expect(named.body?.text).toBe('{"session_token":[redacted],"left":1}');
  });

  it("contains no part of a secret at the cut", async () => {
    const token = `tok-${"s3cret".repeat(40)}`;
    const auth = { type: "bearer", bearer: { token } };
    const { body } = await check(failing("x".repeat(2000) + token + "y".repeat(3000)), { auth });
    expect(body?.text).toMatch(/^x{2000}\[hidden\]y+…$/);
  });

  it("doesn't change the check if it can't be read", async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new Error("gone")) });
    const found = await check(failing(broken));
    expect(found).toMatchObject({ status: "down", message: "Expected status 200, got 503." });
    expect(found).not.toHaveProperty("body");
  });

  it("can't be kept for HEAD", async () => {
    const { message, isOwnFault } = await check(failing("no"), { method: "HEAD" });
    expect([message.length > 0, isOwnFault]).toEqual([true, true]);
  });
});
