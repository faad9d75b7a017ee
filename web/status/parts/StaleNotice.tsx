import { type JSX, Show } from "solid-js";
import { useStatusPage } from "../page_context.tsx";
import { TextWithTime } from "./Time.tsx";

/** Of when the page is, where that is not now: then nothing is claimed, but in a copy that is as new as it can be. */
export function StaleNotice(): JSX.Element {
  const { page, isStale, silentSince, options } = useStatusPage();
  const text = () => {
    if (!options.copy) return "page.stale";
    return isStale() ? "copy.old" : "copy.taken";
  };
  return (
    <p class={isStale() ? "stale" : "taken"} role={isStale() ? "status" : undefined}>
      <Show
        when={silentSince()}
        fallback={<TextWithTime text={text()} at={page().takenAt} style="dateTime" />}
      >
        {(since) => <TextWithTime text="page.silent" at={new Date(since()).toISOString()} style="dateTime" />}
      </Show>
    </p>
  );
}
