import type { ImportAnswer } from "../../../src/schema/document.ts";
import { text } from "../text/config.ts";

/** What applying will do, in sentences. */
export function endsOf({ create, update }: ImportAnswer["summary"]): string[] {
  return [
    ...(create > 0 ? [text.confirm.creates(create)] : []),
    ...(update > 0 ? [text.confirm.updates(update)] : []),
  ];
}

export function hasChanges({ summary, dryRun }: ImportAnswer): boolean {
  return dryRun && summary.create + summary.update > 0;
}
