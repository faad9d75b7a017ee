import { describe, expect, it } from "vitest";
import { isOwnHost } from "../../src/lib/own_host.ts";

describe("isOwnHost", () => {
  it.each([
    "127.0.0.1",
    "localhost",
    "app.localhost",
    "192.168.1.7",
    "[::1]",
    "[fd00::7]",
    "Status.Example.com",
  ])("accepts %s", (host) => {
    expect(isOwnHost(host, "https://status.example.com/x")).toBe(true);
  });

  it.each(["evil.test", "127.0.0.1.evil.test", "localhost.evil.test", "example.com", ""])(
    "rejects %j",
    (host) => {
      expect(isOwnHost(host, "https://status.example.com")).toBe(false);
      expect(isOwnHost(host, null)).toBe(false);
    },
  );
});
