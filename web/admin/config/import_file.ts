import { text } from "../text/config.ts";

const MOST_BYTES = 2 * 1024 * 1024;

type FileContent = { documents: string; fault?: undefined } | { documents?: undefined; fault: string };

export async function readDocuments(file: File): Promise<FileContent> {
  if (file.size > MOST_BYTES) return { fault: text.in.tooLarge };
  try {
    return { documents: new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()) };
  } catch {
    return { fault: text.in.unreadable };
  }
}
