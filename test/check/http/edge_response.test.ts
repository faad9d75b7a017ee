import { describe, expect, it } from "vitest";
import { explainEdgeResponse } from "../../../src/check/http/edge_response.ts";

describe("explainEdgeResponse", () => {
  it.each([
    [530, "error code: 1016", "name", "The name can't be found"],
    [530, "error code: 1033\n", "unreachable", "The Cloudflare Tunnel to the server is not connected."],
    [403, "error code: 1003", "not_allowed", "The platform doesn't allow requests to bare IP addresses here"],
    [409, "error code: 1001", "name", "The name can't be found"],
    [403, "error code: 1034", "not_allowed", "address that is not allowed"],
    [530, "", "unreachable", "Cloudflare could not reach the server."],
    [520, "error code: 520", "protocol", "no HTTP response"],
    [521, "error code: 521", "refused", "The server refused the connection. (Cloudflare's status 521)"],
    [522, "<html>…</html>", "timeout", "The connection to the server timed out."],
    [523, "", "unreachable", "There is no route to the server"],
    [524, "", "timeout", "didn't respond in time"],
    [525, "error code: 525", "tls", "The TLS handshake with the server failed."],
    [526, "", "certificate", "The server's certificate is not valid"],
  ])("explains %d with %j", (status, body, kind, told) => {
    const answer = explainEdgeResponse(status, body);
    expect(answer?.kind).toBe(kind);
    expect(answer?.message).toContain(told);
  });

  it.each([
    [503, "error code: 9999"],
    [500, "The log says: error code: 1016"],
    [200, "error code: 1016"],
    [529, ""],
  ])("returns null for a server's own response: %d with %j", (status, body) => {
    expect(explainEdgeResponse(status, body)).toBeNull();
  });
});
