import { describe, expect, it } from "vitest";
import { redactText } from "../../src/lib/redact_text.ts";

describe("redactText", () => {
  it.each([
    [
      "a JSON value",
      '{"user":"ada","password":"s3cret x","ok":true}',
      '{"user":"ada","password":[redacted],"ok":true}',
    ],
    ["a JSON number", '{"token": 12345, "left": 3}', '{"token": [redacted], "left": 3}'],
    [
      "a JSON value with an escaped quote",
      String.raw`{"secret":"a\"s3cret","left":1}`,
      '{"secret":[redacted],"left":1}',
    ],
    [
      "nested JSON values",
      '{"credentials":{"user":"}","p":["s3cret"]},"left":1}',
      '{"credentials":[redacted],"left":1}',
    ],
    [
      "JSON in JSON",
      String.raw`{"body":"{\"password\":\"s3cret\",\"left\":1}"}`,
      String.raw`{"body":"{\"password\":[redacted],\"left\":1}"}`,
    ],
    ["a header", "Set-Cookie: sid=s3cret; Path=/\nDate: today", "Set-Cookie: [redacted]\nDate: today"],
    ["a form field", "user=ada&client_secret=s3cret&left=1", "user=ada&client_secret=[redacted]&left=1"],
    ["an API key", '{"x-api-key":"s3cret"}', '{"x-api-key":[redacted]}'],
    [
      "an XML element",
      "<a><password>s3cret</password><left>1</left></a>",
      "<a><password>[redacted]</password><left>1</left></a>",
    ],
    [
      "an HTML input",
      '<input type="hidden" name="csrf_token" value="s3cret"> <b>left</b>',
      '<input type="hidden" name="csrf_token" value=[redacted]> <b>left</b>',
    ],
    ["an authentication scheme", "sent Bearer abc.s3cret to it", "sent Bearer [redacted] to it"],
    [
      "an address",
      "see https://ada:s3cret@shop.example/?access_token=s3cret&left=1",
      "see https://[redacted]@shop.example/?access_token=[redacted]&left=1",
    ],
    ["an unterminated value", '{"password":"s3cret', '{"password":[redacted]'],
  ])("hides %s", (_, text, hidden) => {
    expect(redactText(text)).toBe(hidden);
    expect(redactText(text)).not.toContain("s3cret");
  });

  it("leaves other text unchanged", () => {
    for (const text of [
      '{"error":"The database is away.","code":503}',
      "<h1>503 Service Unavailable</h1>\n<p>Basic authentication required</p>",
      "SyntaxError: Unexpected token < in JSON",
    ])
      expect(redactText(text)).toBe(text);
  });

  it("hides a JWT anywhere in a word, and leaves text that only looks like one", () => {
    const jwt = "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.c2lnbmVk";
    expect(redactText(`got ${jwt}, twice ...${jwt}`)).toBe("got [redacted], twice ...[redacted]");
    expect(redactText(`id-${jwt} x_${jwt}`)).toBe("id-[redacted] x_[redacted]");
    expect(redactText("eyJhbGciOiJub25lIn0 and www.example-of-a.name-of-a.host")).toBe(
      "eyJhbGciOiJub25lIn0 and www.example-of-a.name-of-a.host",
    );
  });

  it.each(["eyJ-", "eyJaaaaaaaaa.", "token={", 'token=\\"', "Bearer a", "<input ", "://a:", "v1.00000000.a"])(
    "still hides a secret after a long run of %j",
    (part) => {
      expect(redactText(`${part.repeat(600_000 / part.length)}\n ://ada:sesame@`)).not.toContain("sesame");
    },
  );
});
