import { describe, expect, it } from "vitest";
import { Visitor } from "./client.ts";

describe("the page at /", () => {
  it("says that it is not configured, with a style of its own and no script", async () => {
    const { status, headers, body } = await new Visitor().get<string>("/");
    expect(status).toBe(200);
    expect(body).toContain("This status page is not configured yet");
    const nonce = /<style nonce="([^"]+)">/.exec(body)?.[1];
    expect(headers.get("Content-Security-Policy")).toContain(`style-src 'nonce-${nonce}'`);
    expect(headers.get("Content-Security-Policy")).not.toContain("script-src");
  });

  it("is 404 at an address that there is not", async () => {
    expect((await new Visitor().get("/nothing")).status).toBe(404);
  });
});
