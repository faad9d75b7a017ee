import { variablesOf } from "../../env.ts";
import { cutText } from "../../lib/cut.ts";
import type { Context } from "../../service/context.ts";

const MOST_CHARACTERS = 500;

/** Text of targets, receivers and visitors, which an assistant must not take for instructions. */
export function asData(text: string): string {
  const harmless = text.replaceAll(/<(?=\/?data>)/gi, "‹");
  return `<data>${cutText(harmless, MOST_CHARACTERS)}</data>`;
}

export function formatTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

export function panelLink({ env, origin }: Context, path = ""): string {
  return `${variablesOf(env).publicUrl ?? origin}/admin${path}`;
}

export function joinLines(lines: readonly (string | false | null | undefined)[]): string {
  return lines.filter((line) => typeof line === "string" && line !== "").join("\n");
}
