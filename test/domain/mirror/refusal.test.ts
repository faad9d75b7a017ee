import { describe, expect, it } from "vitest";
import { explainRefusal } from "../../../src/remote/s3_fault.ts";

const NOW = Date.UTC(2026, 5, 1, 12, 0);
const explained = (status: number, text = "", headers: Record<string, string> = {}) =>
  explainRefusal(
    { status, text, headers: new Headers(headers) },
    { method: "PUT", region: "us-east-1", now: NOW, secrets: ["AKSPOKEN", "Hush-hush"] },
  );
const xml = (code: string, more = "") => `<?xml version="1.0"?><Error><Code>${code}</Code>${more}</Error>`;

describe("the message about an error response", () => {
  it.each([
    [explained(403, xml("AccessDenied")), "403 AccessDenied: ", "s3:PutObject"],
    [explained(403), "403: ", "s3:PutObject"],
    [explained(404, xml("NoSuchBucket")), "404 NoSuchBucket: ", "no such bucket"],
    [explained(404, "<html>nothing</html>"), "404: ", "no S3 storage"],
    [explained(403, xml("RequestTimeTooSkewed")), "403 RequestTimeTooSkewed: ", "clocks"],
    [
      explained(403, xml("RequestTimeTooSkewed"), { Date: new Date(NOW + 20 * 60_000).toUTCString() }),
      "403 RequestTimeTooSkewed: ",
      "the clocks differ by 20 minutes (2026-06-01 12:00 UTC here, 2026-06-01 12:20 UTC there)",
    ],
    [explained(301, "", { "x-amz-bucket-region": "eu-west-1" }), "301: ", "the region eu-west-1:"],
    [
      explained(400, xml("AuthorizationHeaderMalformed", "<Region>fra1</Region>")),
      "400 ",
      "the region fra1:",
    ],
    [
      explained(400, xml("AuthorizationHeaderMalformed", "<Region>us-east-1</Region>")),
      "400 ",
      "another region, or",
    ],
    [explained(302, "", { Location: "https://evil.example/Hush-hush" }), "302: ", "final address"],
    [explained(503, xml("SlowDown")), "503 SlowDown: ", "retried"],
    [explained(526), "526: ", "certificate"],
    [explained(530), "530: ", "DNS"],
    [explained(507, xml("XMinioStorageFull")), "507 XMinioStorageFull: ", "full"],
    [explained(405, xml("MethodNotAllowed")), "405 MethodNotAllowed: ", "endpoint"],
    [explained(418, xml("IAmATeapot")), "418 IAmATeapot: ", "check the endpoint"],
  ])("is: %s", (sentence, begin, advice) => {
    expect(sentence).toMatch(/^The storage returned \d{3}/);
    expect(sentence).toContain(begin);
    expect(sentence).toContain(advice);
    expect(sentence).toMatch(/\.$/);
  });

  it("leaves out text that only looks like a code or a region", () => {
    expect(explained(403, xml("AKSPOKEN"))).not.toContain("AKSPOKEN");
    expect(explained(403, xml("x<b>Hush-hush"))).not.toContain("Hush");
    expect(explained(403, xml("A".repeat(61)))).not.toContain("AAA");
    expect(explained(301, "", { "x-amz-bucket-region": "Hush-hush" })).not.toContain("Hush");
    expect(explained(301, xml("PermanentRedirect", "<Region>say <b>this</b></Region>"))).not.toContain("say");
  });
});
