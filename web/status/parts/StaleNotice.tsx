import type { JSX } from "solid-js";
import { useStatusPage } from "../page_context.tsx";
import { TextWithTime } from "./Time.tsx";

/** Of when the page is, where that is not now: then nothing is claimed, but in a copy that is as new as it can be. */
export function StaleNotice(): JSX.Element {
  const { page, isStale, options } = useStatusPage();
  const text = () => {
    if (!options.copy) return "page.stale";
    return isStale() ? "copy.old" : "copy.taken";
  };
  return (
    <p class={isStale() ? "stale" : "taken"} role={isStale() ? "status" : undefined}>
      <TextWithTime text={text()} at={page().takenAt} style="dateTime" />
    </p>
  );
}
