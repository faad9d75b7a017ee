import { decodePercent } from "../../lib/decode_percent.ts";
import { CheckFault } from "../fault.ts";
import type { Http2Response } from "../http2/call.ts";
import { quote } from "../quote.ts";
import { type HealthState, parseHealthResponse } from "./health.ts";

const CODES =
  "OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS UNAUTHENTICATED".split(
    " ",
  );
const CLOSED = ["PERMISSION_DENIED", "UNAUTHENTICATED"];

export function checkServing({ fields, body }: Http2Response, service: string): void {
  const code = codeOf(fields);
  if (code !== "OK") throw refusalOf(code, { fields, service });
  const state = parseHealthResponse(body);
  if (state !== "SERVING") throw new CheckFault("protocol", describeState(state, service));
}

function codeOf(fields: Http2Response["fields"]): string {
  const status = fields.get(":status") ?? "none";
  const isGrpc = fields.get("content-type")?.startsWith("application/grpc") ?? false;
  const code = fields.get("grpc-status");
  if (status !== "200" || !isGrpc || code === undefined) {
    const what = status === "200" ? "no gRPC status" : `the HTTP status ${quote(status)}`;
    throw new CheckFault("protocol", `The server returned ${what}: check that this address serves gRPC.`);
  }
  return CODES[Number(code)] ?? `the unknown code ${quote(code)}`;
}

function refusalOf(
  code: string,
  { fields, service }: { fields: Http2Response["fields"]; service: string },
): CheckFault {
  if (code === "NOT_FOUND") return new CheckFault("protocol", describeState("SERVICE_UNKNOWN", service));
  const words = decodePercent(fields.get("grpc-message") ?? "");
  const said = words === "" ? "" : `: ${quote(words)}`;
  if (code === "UNIMPLEMENTED") {
    const message = `The server has no health service (UNIMPLEMENTED${said}): add grpc.health.v1.Health to it.`;
    return new CheckFault("protocol", message);
  }
  if (CLOSED.includes(code)) {
    const message = `The server refused to report health (${code}${said}): allow its health service without credentials.`;
    return new CheckFault("login", message);
  }
  return new CheckFault("protocol", `The server returned ${code}${said}.`);
}

function describeState(state: HealthState, service: string): string {
  const whose = service === "" ? "The server" : `The service ${quote(service)}`;
  if (state === "NOT_SERVING") return `${whose} is not serving (NOT_SERVING).`;
  if (state === "UNKNOWN") return `${whose} reports unknown health (UNKNOWN).`;
  return service === ""
    ? "The server doesn't report its own health: enter the name of one of its services."
    : `The server doesn't know the service ${quote(service)}: check its name.`;
}
