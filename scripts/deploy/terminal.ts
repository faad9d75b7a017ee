import { createInterface } from "node:readline/promises";

export function canAsk(): boolean {
  return Boolean(process.stdin.isTTY && process.stdout.isTTY && !process.env["CI"]);
}

export async function askFor(question: string, fallback: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(`${question} [${fallback}]: `)).trim() || fallback;
  } finally {
    terminal.close();
  }
}
