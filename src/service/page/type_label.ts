import { findCheckType } from "../../check/registry.ts";
import type { PageMonitorRow } from "../../domain/page/page_rows.ts";

export function typeLabelOf({ type, isPlain }: Pick<PageMonitorRow, "type" | "isPlain">): string {
  const known = findCheckType(type);
  return (isPlain ? known?.plainPageLabel : undefined) ?? known?.pageLabel ?? type;
}
