import {
  escapeHeader,
  escapeUrlPart,
  fillJson,
  fillTemplate,
  isJsonTemplate,
  type PlaceholderValues,
  plain,
} from "../../lib/template.ts";
import type { FlowRequest } from "../../schema/flow_config.ts";
import { textHeaders } from "../../schema/monitor_config.ts";
import { CheckFault } from "../fault.ts";

const FORM = "application/x-www-form-urlencoded";

/** Values come from targets: each is escaped for where it stands, so it can't change anything around it. */
export function fillRequest(request: FlowRequest, values: PlaceholderValues): FlowRequest {
  if (Object.keys(values).length === 0) return request;
  const { auth } = request;
  const inHeader = (text: string) => fillTemplate(text, values, escapeHeader);
  const headers = Object.fromEntries(
    Object.entries(textHeaders(request.headers)).map(([name, value]) => [name, inHeader(value)]),
  );
  return {
    ...request,
    url: fillUrl(request.url, values),
    headers,
    body: fillBody(request.body, { contentType: findHeader(headers, "content-type"), values }),
    auth:
      auth.type === "bearer"
        ? { ...auth, bearer: { ...auth.bearer, token: inHeader(auth.bearer.token) } }
        : auth,
  };
}

function fillUrl(url: string, values: PlaceholderValues): string {
  const filled = fillTemplate(url, values, escapeUrlPart);
  const neutral = fillTemplate(url, values, () => "x");
  // Escaped or not, "." and ".." walk up the path.
  if (countSegments(filled) !== countSegments(neutral))
    throw new CheckFault("protocol", "A captured value would change the path of the URL.");
  return filled;
}

function countSegments(url: string): number {
  return new URL(url).pathname.split("/").length;
}

interface BodyValues {
  contentType: string;
  values: PlaceholderValues;
}

function fillBody(body: string, { contentType, values }: BodyValues): string {
  if (body === "") return body;
  if (contentType.includes(FORM)) return fillTemplate(body, values, encodeURIComponent);
  return isJsonTemplate(body) ? fillJson(body, values) : fillTemplate(body, values, plain);
}

function findHeader(headers: Record<string, string>, wanted: string): string {
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === wanted);
  return found?.[1].toLowerCase() ?? "";
}
