import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

interface Line {
  level: string;
  message: string;
}

/**
 * Noise from workerd that nobody can act on, such as stack addresses, and unknown hosts, which the check
 * itself reports.
 */
const OWN =
  /\$LLVM_SYMBOLIZER is not set|took recursive isolate lock|CODE_MOVED for unknown code block|stack:( (\S*@)?(0|[a-f\d]{4,})){3,}|\be = kj\/\S+ failed: DNS lookup failed/;

export function logLines(stream: Readable, write = logLine): void {
  createInterface(stream).on("line", (text) => {
    const line = parseLine(text);
    if (line.message !== "" && !OWN.test(line.message)) write(line);
  });
}

function parseLine(text: string): Line {
  try {
    const { level, message } = JSON.parse(text) as Partial<Line>;
    if (typeof level === "string" && typeof message === "string") return { level, message };
  } catch {
    // Not JSON, such as a crash message.
  }
  return { level: "error", message: text };
}

function logLine({ level, message }: Line): void {
  if (level === "error" || level === "warn") console.error(message);
  else console.log(message);
}
