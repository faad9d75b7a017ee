import { readFileSync } from "node:fs";
import { parseAllDocuments } from "yaml";
import { Refusal } from "./ask.mjs";

/** Joins the documents of several files. Lines of the joined text wouldn't say which file has a fault. */
export function readFiles(files) {
  if (files.length === 0) throw new Refusal("Set a file: -f FILE, or -f - to read from standard input.");
  const texts = files.map(readText);
  if (files.length > 1)
    for (const [i, file] of files.entries()) {
      const [fault] = parseAllDocuments(texts[i], { uniqueKeys: false }).flatMap(({ errors }) => errors);
      if (fault) throw new Refusal(`${file}: ${fault.message.split(/:?\n/)[0]}.`);
    }
  return texts.join("\n---\n");
}

export function readText(file) {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    throw new Refusal(`${file} can't be read: ${error.message}`);
  }
}

export function documentsIn(text) {
  return parseAllDocuments(text)
    .map((document) => document.toJS({ maxAliasCount: 20 }))
    .filter((value) => typeof value === "object" && value !== null);
}
