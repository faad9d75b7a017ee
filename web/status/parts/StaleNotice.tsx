import type { JSX } from "solid-js";
import { useStatusPage } from "../page_context.tsx";
import { TextWithTime } from "./Time.tsx";

export function StaleNotice(): JSX.Element {
  const { page } = useStatusPage();
  return (
    <p class="stale" role="status">
      <TextWithTime text="page.stale" at={page().takenAt} style="dateTime" />
    </p>
  );
}
