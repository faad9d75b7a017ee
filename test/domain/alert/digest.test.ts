import { describe, expect, it } from "vitest";
import { makeDigest } from "../../../src/domain/alert/digest.ts";
import { placeholderValuesOf, summaryOf, titleOf } from "../../../src/domain/alert/text.ts";
import { MESSAGES, message, monitor } from "../../notify/messages.ts";

const web = monitor({ id: 8, key: "web", name: "Web" });

describe("a digest", () => {
  it("of certificates includes the expiry dates", () => {
    const { expiring } = MESSAGES;
    const renewed = {
      ...MESSAGES.renewed,
      monitors: [web],
      certificate: { host: "web.example.com", expiresAt: 0, daysLeft: 80, isRenewed: true },
    };
    const digest = makeDigest("d", { kind: "certificate", messages: [expiring, renewed], at: 1 });
    expect(titleOf(digest)).toBe("Certificates for 2 monitors");
    expect(summaryOf(digest)).toBe(
      "API: Certificate for api.example.com expires in 3 days\nWeb: Certificate for web.example.com was renewed",
    );
  });

  it("of failed actions lists every action, even several for one monitor and one without a monitor", () => {
    const failed = (action: string, monitors = [monitor({ error: "down for a reason" })]) =>
      message({ kind: "action_failed", monitors, action: { name: action, error: "x.test returned 500." } });
    const messages = [failed("Restart"), failed("Page"), failed("Restart", [web]), failed("Sweep", [])];
    const digest = makeDigest("d", { kind: "action_failed", messages, at: 1 });
    expect(titleOf(digest)).toBe("Actions for 2 monitors failed");
    const lines = [
      "API: Action Restart failed: x.test returned 500.",
      "API: Action Page failed: x.test returned 500.",
      "Web: Action Restart failed: x.test returned 500.",
      "Action Sweep failed: x.test returned 500.",
    ].join("\n");
    expect(summaryOf(digest)).toBe(lines);
    expect(placeholderValuesOf(digest)).toMatchObject({ error_message: lines, affected_count: "2" });
  });

  it("of thousands fits into a database row, however long the names", () => {
    const messages = Array.from({ length: 2800 }, (_, id) => {
      const url = `https://${"x".repeat(3900)}.example/`;
      return message({
        monitors: [monitor({ id, key: "k".repeat(64), name: "ż".repeat(200), url, error: "ł".repeat(5000) })],
      });
    });
    const digest = makeDigest("d", { kind: "alert", messages, at: 1 });
    expect(digest.monitors).toHaveLength(2800);
    expect(new TextEncoder().encode(JSON.stringify(digest)).length).toBeLessThan(1_800_000);
  });

  it("of a few keeps names and addresses uncut", () => {
    const long = monitor({ name: "n".repeat(200), url: `https://${"x".repeat(250)}/`, error: "e" });
    const digest = makeDigest("d", { kind: "alert", messages: [message({ monitors: [long] })], at: 1 });
    expect(digest.monitors).toEqual([long]);
  });
});
