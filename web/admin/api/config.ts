import type { DocumentQuery, ImportAnswer } from "../../../src/schema/document.ts";
import { request, requestText } from "../../lib/api.ts";

const ROOT = "/api/v1/admin/config";
const bodyType = "application/yaml";

/** One monitor, as a document. */
export async function exportMonitor(key: string): Promise<string> {
  return await requestText(`${ROOT}/export`, { query: { kind: "Monitor", key } });
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
