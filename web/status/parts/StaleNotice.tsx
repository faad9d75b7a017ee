import { type JSX, Show } from "solid-js";
import { useStatusPage } from "../page_context.tsx";
import { TextWithTime } from "./Time.tsx";

/** Why nothing is claimed, and since when. */
export function StaleNotice(): JSX.Element {
  const { page, silentSince } = useStatusPage();
  return (
    <p class="stale" role="status">
      <Show
        when={silentSince()}
        fallback={<TextWithTime text="page.stale" at={page().takenAt} style="dateTime" />}
      >
        {(since) => <TextWithTime text="page.silent" at={new Date(since()).toISOString()} style="dateTime" />}
      </Show>
    </p>
  );
}
