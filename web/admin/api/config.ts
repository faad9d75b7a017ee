import type { ImportResponse } from "../../../src/schema/document.ts";
import type { AnyKind } from "../../../src/schema/document_kind.ts";
import { request, requestText } from "../../lib/api.ts";

const ROOT = "/api/v1/admin/config";
const bodyType = "application/yaml";
const EVERYTHING = { kind: "all" };

export async function exportDocument({ kind, key }: { kind: AnyKind; key: string }): Promise<string> {
  return await requestText(`${ROOT}/export`, { query: { kind, key } });
}

export async function getDocumentSchema(): Promise<Record<string, unknown>> {
  return await request("GET", "/schema/config.json", { query: EVERYTHING });
}

export async function exportConfiguration(kinds: string | undefined): Promise<string> {
  return await requestText(`${ROOT}/export`, { query: { kind: kinds } });
}

export async function validateConfiguration(text: string): Promise<ImportResponse> {
  return await request("POST", `${ROOT}/validate`, { body: text, bodyType, query: EVERYTHING });
}

export async function applyConfiguration(text: string): Promise<ImportResponse> {
  return await request("POST", `${ROOT}/apply`, { body: text, bodyType, query: EVERYTHING });
}
