import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isBrokenSecret } from "../../src/lib/signing_secret.ts";
import { signatureHeaders } from "../../src/notify/http_send.ts";

const body = '{"test": 2432232314}';

describe("signatureHeaders", () => {
  it("matches the published example", async () => {
    const headers = await signatureHeaders("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", {
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      now: 1_614_265_330_999,
      body,
    });
    expect(headers).toEqual({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });

  it("uses any other text as the key itself", async () => {
    const headers = await signatureHeaders("pączek", { id: "7:1", now: 5000, body });
    const expected = createHmac("sha256", "pączek").update(`7:1.5.${body}`).digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${expected}`);
  });

  it("replaces a full stop in the id, since it is the separator", async () => {
    const headers = await signatureHeaders("k", { id: "a.1", now: 2000, body: "" });
    expect(headers["webhook-id"]).toBe("a_1");
  });
});

describe("isBrokenSecret", () => {
  it("returns true for a prefix without a key", () => {
    expect(["whsec_", "whsec_*", "whsec_AAAA", "anything", ""].map(isBrokenSecret)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
