import { type Problem, refuseFields } from "../../lib/errors.ts";
import {
  HEARTBEAT_STATUSES,
  type HeartbeatFields,
  heartbeat,
  heartbeatText,
} from "../../schema/heartbeat.ts";
import { checkShape, hasBody, mediaTypeOf, parseJson, readBytes, readForm, unsupported } from "../body.ts";

export const LIMIT_BYTES = 1024 * 1024;
const JSON_TYPE = "application/json";
const FORM_TYPES: ReadonlySet<string> = new Set(["application/x-www-form-urlencoded", "multipart/form-data"]);
const FIELDS = ["status", "message", "ms", "rid"] as const;
const STATUSES: ReadonlySet<string> = new Set(HEARTBEAT_STATUSES);

/** Anything not understood is refused, because a `down` must never count as up. */
export async function readBeat(request: Request, url: URL): Promise<HeartbeatFields> {
  const inAddress = readText(url.searchParams);
  const inBody = request.method === "POST" ? await readSent(request) : {};
  const problems = FIELDS.filter((name) => {
    const [a, b] = [inAddress[name], inBody[name]];
    return a !== undefined && b !== undefined && a !== b;
  }).map(
    (path): Problem => ({ path, message: "The address and the body have different values: send it once." }),
  );
  refuseFields(problems);
  return { ...inAddress, ...inBody };
}

async function readSent(request: Request): Promise<HeartbeatFields> {
  const type = mediaTypeOf(request);
  if (type !== JSON_TYPE && !FORM_TYPES.has(type)) {
    if (await hasBody(request)) throw unsupported(`${JSON_TYPE}, or a form`);
    return {};
  }
  const bytes = await readBytes(request, LIMIT_BYTES);
  // JSON is detected by content too: many clients send it with a default media type.
  const isJson = type === JSON_TYPE || /^\s*[{[]/.test(new TextDecoder().decode(bytes.subarray(0, 64)));
  if (bytes.byteLength === 0) return {};
  if (!isJson) return readText(await readForm(bytes, request.headers.get("Content-Type") ?? ""));
  const sent = parseJson(bytes);
  return checkShape(heartbeat, isRecord(sent) ? byFieldName(Object.entries(sent)) : sent) as HeartbeatFields;
}

function readText(entries: Iterable<[string, unknown]>): HeartbeatFields {
  const all = [...entries];
  const bare = all.find(([name, value]) => STATUSES.has(name.trim().toLowerCase()) && value === "");
  if (bare) refuseFields([{ path: "status", message: `Send it as status=${bare[0].trim().toLowerCase()}.` }]);
  const given = byFieldName(all.filter(([name, value]) => value !== "" || fieldOf(name) === "status"));
  return checkShape(heartbeatText, given) as HeartbeatFields;
}

function byFieldName(entries: readonly [string, unknown][]): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  const twice = new Set<string>();
  for (const [name, value] of entries) {
    const field = fieldOf(name);
    if (field === null) continue;
    if (field in found && found[field] !== value) twice.add(field);
    found[field] = value;
  }
  refuseFields(
    [...twice].map((path) => ({ path, message: "Sent twice with different values: send it once." })),
  );
  return found;
}

function fieldOf(name: string): (typeof FIELDS)[number] | null {
  return FIELDS.find((field) => field === name.trim().toLowerCase()) ?? null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
