import { fromBase64 } from "../../lib/bytes.ts";
import { joinOr } from "../../lib/join_or.ts";

export interface Fault {
  code: number;
  message: string;
  data?: unknown;
  status?: number;
}

/** Modern clients describe themselves in every request; legacy ones begin with `initialize`. */
export type Era = "modern" | "legacy";

const MODERN_VERSIONS = ["2026-07-28"];
export const LEGACY_VERSIONS = ["2025-11-25", "2025-06-18"];
export const SUPPORTED_VERSIONS = [...MODERN_VERSIONS, ...LEGACY_VERSIONS];

const HEADER_MISMATCH = -32020;
const UNSUPPORTED_VERSION = -32022;
const INVALID_PARAMS = -32602;
const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";

interface Described {
  id?: string | number | undefined;
  method: string;
  params?: { _meta?: Record<string, unknown> | undefined; name?: unknown } | undefined;
}

export function findEraFault(headers: Headers, message: Described): { era: Era; fault: Fault | null } {
  const meta = message.params?._meta;
  const headerVersion = headers.get("MCP-Protocol-Version");
  const version = meta?.[VERSION_KEY];
  if (version !== undefined)
    return {
      era: "modern",
      fault: findModernFault(headers, message, {
        version,
        headerVersion,
        capabilities: meta?.[CAPABILITIES_KEY],
      }),
    };
  if (headerVersion === null || LEGACY_VERSIONS.includes(headerVersion))
    return { era: "legacy", fault: null };
  if (!MODERN_VERSIONS.includes(headerVersion)) return { era: "legacy", fault: unsupported(headerVersion) };
  const missing = `Send _meta with ${VERSION_KEY} and ${CAPABILITIES_KEY}.`;
  return { era: "modern", fault: { code: INVALID_PARAMS, message: missing, status: 400 } };
}

function findModernFault(
  headers: Headers,
  { id, method, params }: Described,
  {
    version,
    headerVersion,
    capabilities,
  }: { version: unknown; headerVersion: string | null; capabilities: unknown },
): Fault | null {
  const isRequest = id !== undefined;
  if (headerVersion !== version && (headerVersion !== null || isRequest))
    return mismatch("MCP-Protocol-Version");
  if (typeof version !== "string" || !MODERN_VERSIONS.includes(version)) return unsupported(version);
  if (typeof capabilities !== "object" || capabilities === null)
    return { code: INVALID_PARAMS, message: `Send _meta with ${CAPABILITIES_KEY}.`, status: 400 };
  if (!isRequest) return null;
  if (headers.get("Mcp-Method") !== method) return mismatch("Mcp-Method");
  const isNamed = method === "tools/call" && typeof params?.name === "string";
  return isNamed && readName(headers) !== params?.name ? mismatch("Mcp-Name") : null;
}

function readName(headers: Headers): string | null {
  const value = headers.get("Mcp-Name");
  const [, packed] = /^=\?base64\?(.*)\?=$/.exec(value ?? "") ?? [];
  const bytes = packed === undefined ? null : fromBase64(packed);
  return bytes === null ? value : new TextDecoder().decode(bytes);
}

function mismatch(name: string): Fault {
  return { code: HEADER_MISMATCH, message: `The header ${name} must match the body.`, status: 400 };
}

function unsupported(requested: unknown): Fault {
  const data = { supported: SUPPORTED_VERSIONS, requested };
  const message = `This protocol version isn't supported: use ${joinOr(SUPPORTED_VERSIONS)}.`;
  return { code: UNSUPPORTED_VERSION, message, data, status: 400 };
}
