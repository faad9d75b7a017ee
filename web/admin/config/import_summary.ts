import type { ImportResponse } from "../../../src/schema/document.ts";
import { text } from "../text/config.ts";

export function endsOf({ create, update }: ImportResponse["summary"]): string[] {
  return [
    ...(create > 0 ? [text.confirm.creates(create)] : []),
    ...(update > 0 ? [text.confirm.updates(update)] : []),
  ];
}

export function hasChanges({ summary, dryRun }: ImportResponse): boolean {
  return dryRun && summary.create + summary.update > 0;
}

export function countKinds({ changes }: ImportResponse): string[] {
  const changed = changes.filter(({ action }) => action !== "unchanged");
  return [...Map.groupBy(changed, ({ kind }) => kind)].map(([kind, all]) => {
    const created = all.filter(({ action }) => action === "create").length;
    return text.result.ofKind(text.kinds[kind], { created, updated: all.length - created });
  });
}
