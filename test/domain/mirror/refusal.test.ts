import { describe, expect, it } from "vitest";
import { explainRefusal } from "../../../src/remote/s3_fault.ts";

const NOW = Date.UTC(2026, 5, 1, 12, 0);
const told = (status: number, text = "", headers: Record<string, string> = {}) =>
  explainRefusal(
    { status, text, headers: new Headers(headers) },
    { method: "PUT", region: "us-east-1", now: NOW, secrets: ["AKSPOKEN", "Hush-hush"] },
  );
const xml = (code: string, more = "") => `<?xml version="1.0"?><Error><Code>${code}</Code>${more}</Error>`;

describe("what is said of a refusal", () => {
  it.each([
    [told(403, xml("AccessDenied")), "403 AccessDenied: ", "s3:PutObject"],
    [told(403), "403: ", "s3:PutObject"],
    [told(404, xml("NoSuchBucket")), "404 NoSuchBucket: ", "no such bucket"],
    [told(404, "<html>nothing</html>"), "404: ", "no S3 storage"],
    [told(403, xml("RequestTimeTooSkewed")), "403 RequestTimeTooSkewed: ", "clocks"],
    [
      told(403, xml("RequestTimeTooSkewed"), { Date: new Date(NOW + 20 * 60_000).toUTCString() }),
      "403 RequestTimeTooSkewed: ",
      "the clocks differ by 20 minutes (2026-06-01 12:00 UTC here, 2026-06-01 12:20 UTC there)",
    ],
    [told(301, "", { "x-amz-bucket-region": "eu-west-1" }), "301: ", "the region eu-west-1:"],
    [told(400, xml("AuthorizationHeaderMalformed", "<Region>fra1</Region>")), "400 ", "the region fra1:"],
    [
      told(400, xml("AuthorizationHeaderMalformed", "<Region>us-east-1</Region>")),
      "400 ",
      "another region, or",
    ],
    [told(302, "", { Location: "https://evil.example/Hush-hush" }), "302: ", "final address"],
    [told(503, xml("SlowDown")), "503 SlowDown: ", "retried"],
    [told(526), "526: ", "certificate"],
    [told(530), "530: ", "DNS"],
    [told(507, xml("XMinioStorageFull")), "507 XMinioStorageFull: ", "full"],
    [told(405, xml("MethodNotAllowed")), "405 MethodNotAllowed: ", "endpoint"],
    [told(418, xml("IAmATeapot")), "418 IAmATeapot: ", "check the endpoint"],
  ])("%s", (sentence, begin, advice) => {
    expect(sentence).toMatch(/^The storage returned \d{3}/);
    expect(sentence).toContain(begin);
    expect(sentence).toContain(advice);
    expect(sentence).toMatch(/\.$/);
  });

  it("has nothing of what only looks like a code or a region", () => {
    expect(told(403, xml("AKSPOKEN"))).not.toContain("AKSPOKEN");
    expect(told(403, xml("x<b>Hush-hush"))).not.toContain("Hush");
    expect(told(403, xml("A".repeat(61)))).not.toContain("AAA");
    expect(told(301, "", { "x-amz-bucket-region": "Hush-hush" })).not.toContain("Hush");
    expect(told(301, xml("PermanentRedirect", "<Region>say <b>this</b></Region>"))).not.toContain("say");
  });
});
