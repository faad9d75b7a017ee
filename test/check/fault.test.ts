import { describe, expect, it } from "vitest";
import { CheckFault, faultMessage, OwnFault } from "../../src/check/fault.ts";
import { readThrown } from "../../src/lib/wire/thrown.ts";
import { WireError } from "../../src/lib/wire/wire_error.ts";

describe("readThrown", () => {
  const own = "The check couldn't run: this service reached the limits of its plan.";
  const overloaded = "The check couldn't run: the platform this service runs on is overloaded.";

  it.each([
    ["Network connection lost.", "lost"],
    ["internal error; reference = 2nf39oj325j1ktnulb57fgv7", "internal"],
    ["proxy request failed, cannot connect to the specified address", "unconnected"],
    [
      "proxy request failed, cannot connect to the specified address. It looks like you might be trying to connect to a HTTP-based service — consider using fetch instead",
      "unconnected",
    ],
    ["jsg.Error: proxy request failed, cannot connect to the specified address", "unconnected"],
  ])("returns only the kind for %j", (text, kind) => {
    expect(readThrown(new Error(text))).toEqual({ kind, text });
  });

  it.each([
    ["Too many subrequests.", "own", own],
    ["Response closed due to connection limit", "own", own],
    ["Durable Object is overloaded. Too many requests queued.", "own", overloaded],
    ["Durable Object reset because its code was updated.", "own", overloaded],
    [
      "Failed to connect: Connections to port 25 are prohibited",
      "not_allowed",
      "The platform blocks port 25: use the submission ports 465 or 587, or an agent.",
    ],
    ["TCP Loop detected", "not_allowed", "The address leads back to this service itself."],
    [
      "Specified address is empty string, contains unsupported characters or is too long.",
      "not_allowed",
      "The address can't be used: check its spelling.",
    ],
    [
      "kj/compat/tls.c++:269: failed: TLS peer's certificate is not trusted; reason = self signed certificate",
      "certificate",
      "The certificate isn't trusted: self signed certificate.",
    ],
    [
      "TLS handshake failed",
      "tls",
      "The TLS handshake failed: the server may not use TLS on this port, or shares no version.",
    ],
    ["DNS lookup failed.; params.host = x", "name", "The name can't be found."],
    ["connect(): Connection refused", "refused", "The connection was refused."],
    ["read: Connection reset by peer", "closed", "The server reset the connection."],
    ["connect(): No route to host", "unreachable", "There is no route to the address."],
    ["Something new", "protocol", "The request failed: Something new"],
  ])("explains %j", (text, kind, sentence) => {
    expect(readThrown(new Error(text))).toEqual({ kind, text, sentence });
  });

  it("reads causes, and values that aren't errors", () => {
    const cause = new Error("connect ECONNREFUSED 127.0.0.1:1");
    expect(readThrown(new TypeError("fetch failed", { cause })).kind).toBe("refused");
    expect(readThrown("Network connection lost.").kind).toBe("lost");
  });

  it("cuts long unknown text", () => {
    expect(readThrown(new Error("x".repeat(1000)))).toMatchObject({
      sentence: `The request failed: ${"x".repeat(200)}`,
    });
  });
});

describe("faultMessage", () => {
  it("returns the messages of errors meant for users, and null otherwise", () => {
    expect(faultMessage(new CheckFault("refused", "No."))).toBe("No.");
    expect(faultMessage(new OwnFault("Ours."))).toBe("Ours.");
    expect(faultMessage(new WireError("closed", "Gone."))).toBe("Gone.");
    expect(faultMessage(new TypeError("x is not a function"))).toBeNull();
  });
});
