import { type JSX, Show } from "solid-js";
import type { PublicMaintenance } from "../../../src/schema/public_page.ts";
import { useStatusPage } from "../page_context.tsx";
import { formatRecurrence } from "../recurrence_wording.ts";
import { TextWithTime } from "./Time.tsx";

export function Recurrence(props: { maintenance: PublicMaintenance }): JSX.Element {
  const { page, t } = useStatusPage();
  return (
    <Show when={props.maintenance.recurrence}>
      {(recurrence) => (
        <span>
          {formatRecurrence(recurrence(), { t, locale: page().locale })}
          <Show when={recurrence().nextAt}>
            {(at) => (
              <>
                {", "}
                <TextWithTime text="maintenance.then" at={at()} style="dateTime" />
              </>
            )}
          </Show>
        </span>
      )}
    </Show>
  );
}
