import type { JSX } from "solid-js";
import { useStatusPage } from "../page_context.tsx";
import { TextWithTime } from "./Time.tsx";

export function StaleNotice(): JSX.Element {
  const { page, isStale, options } = useStatusPage();
  const isCopy = options.copy !== undefined;
  const text = () => {
    const { fault } = page();
    if (isCopy) return isStale() ? "copy.old" : "copy.taken";
    return fault && fault !== "other" ? `page.${fault}` : "page.stale";
  };
  const isWarning = () => isStale() || !isCopy;
  return (
    <p class={isWarning() ? "stale" : "taken"} role={isWarning() ? "status" : undefined}>
      <TextWithTime text={text()} at={page().takenAt} style="dateTime" />
    </p>
  );
}
