import type { DocumentQuery, ImportAnswer } from "../../../src/schema/document.ts";
import { request, requestText } from "../../lib/api.ts";

const ROOT = "/api/v1/admin/config";
const bodyType = "application/yaml";

/** One object, as a document. */
export async function exportDocument({ kind, key }: Required<DocumentQuery>): Promise<string> {
  return await requestText(`${ROOT}/export`, { query: { kind, key } });
}

/** What editors complete documents with. */
export async function getDocumentSchema(): Promise<Record<string, unknown>> {
  return await request("GET", "/schema/config.json");
}

export async function exportConfiguration(kind: DocumentQuery["kind"]): Promise<string> {
  return await requestText(`${ROOT}/export`, { query: { kind } });
}

export async function validateConfiguration(text: string): Promise<ImportAnswer> {
  return await request("POST", `${ROOT}/validate`, { body: text, bodyType });
}

export async function applyConfiguration(text: string): Promise<ImportAnswer> {
  return await request("POST", `${ROOT}/apply`, { body: text, bodyType });
}
