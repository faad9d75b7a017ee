import type { ZodType } from "zod";
import { AppError, invalid, type Problem } from "../lib/errors.ts";
import { formatPath } from "../lib/format_path.ts";
import { explainJsonIssue } from "../schema/explain_issue.ts";
import type { Endpoint } from "./endpoint.ts";

const JSON_LIMIT = 1024 * 1024;
const TEXT_LIMIT = 2 * 1024 * 1024;

/** A missing body counts as `{}`: endpoints without required fields need none. */
export async function readJson(request: Request): Promise<unknown> {
  if (request.headers.get("Content-Type") === null) {
    if (await hasBody(request)) throw unsupported("application/json");
    return {};
  }
  requireType(request, "application/json");
  const bytes = await readBytes(request, JSON_LIMIT);
  return bytes.byteLength === 0 ? {} : parseJson(bytes);
}

export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw invalid("The body is not valid JSON.");
  }
}

/** Consumes the first chunk, so the body can't be read afterwards. */
export async function hasBody(request: Request): Promise<boolean> {
  for await (const chunk of request.body?.values({ preventCancel: true }) ?? [])
    if (chunk.byteLength > 0) return true;
  return false;
}

const FORM_OVERHEAD_BYTES = 16 * 1024;

export async function readUpload(request: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  requireType(request, "multipart/form-data");
  const type = request.headers.get("Content-Type") ?? "";
  const bytes = await readBytes(request, limitBytes + FORM_OVERHEAD_BYTES);
  const file = await readFile(bytes, type);
  if (file.byteLength > limitBytes) throw tooLarge(limitBytes);
  return file;
}

export async function readForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw invalid("The body is not a valid form.");
  }
}

async function readFile(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<Uint8Array<ArrayBuffer>> {
  const form = await readForm(bytes, type);
  const file: unknown = form.get("file");
  if (file instanceof File) return new Uint8Array(await file.arrayBuffer());
  throw invalid("Send the file as the form's field `file`.", [
    { path: "file", message: "Send the file as the form's field `file`." },
  ]);
}

export async function readTyped(request: Request, type: string): Promise<string> {
  requireType(request, type);
  return await readText(request, TEXT_LIMIT);
}

function requireType(request: Request, type: string): void {
  if (mediaTypeOf(request) !== type) throw unsupported(type);
}

export function mediaTypeOf({ headers }: Request): string {
  return headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase() ?? "";
}

async function readText(request: Request, limitBytes: number): Promise<string> {
  return decode(await readBytes(request, limitBytes));
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw invalid("The body is not UTF-8 text.");
  }
}

/** Enforces the limit even if Content-Length is wrong or missing. */
export async function readBytes(request: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("Content-Length") ?? 0) > limitBytes) throw tooLarge(limitBytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
    size += chunk.byteLength;
    if (size > limitBytes) throw tooLarge(limitBytes);
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

const MOST_DRAINED_BYTES = 16 * 1024 * 1024;

/** A response to a half-read body resets the connection, and the client may never see it. */
export async function drainBody({ body }: Request): Promise<void> {
  if (!body || body.locked) return;
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > MOST_DRAINED_BYTES) return;
    }
  } catch {
    // The client has disconnected.
  }
}

export function unsupported(type: string): AppError {
  return new AppError("unsupported", `Send the body as Content-Type: ${type}.`);
}

function tooLarge(limitBytes: number): AppError {
  return new AppError("too_large", `The body is larger than ${Math.floor(limitBytes / 1024 / 1024)} MB.`);
}

const MOST_PROBLEMS = 100;

export function checkShape(
  schema: ZodType,
  value: unknown,
  { root, findMore }: { root?: string | undefined; findMore?: Endpoint["findMoreProblems"] } = {},
): unknown {
  const result = schema.safeParse(value, { error: explainJsonIssue });
  if (result.success) return result.data;
  const own = result.error.issues.map((issue): Problem => {
    const { path, message } = issue;
    const code: unknown = issue.code === "custom" ? issue.params?.["code"] : undefined;
    const place = formatPath(path.length > 1 && path[0] === root ? path.slice(1) : path);
    return { path: place, message, ...(typeof code === "string" && { code }) };
  });
  const problems = [...own, ...(findMore?.(value) ?? [])].slice(0, MOST_PROBLEMS);
  const first = problems[0];
  const sentence = first ? [first.path, first.message].filter(Boolean).join(": ") : "The body is not valid.";
  throw invalid(sentence, problems);
}
