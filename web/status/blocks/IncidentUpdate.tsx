import { For, type JSX, Show } from "solid-js";
import { renderMarkdown } from "../../../src/lib/markdown.ts";
import type { PublicIncident } from "../../../src/schema/public_page.ts";
import { useStatusPage } from "../page_context.tsx";
import { Mark } from "../parts/Mark.tsx";
import { Time } from "../parts/Time.tsx";
import { toneOfComponent } from "../tone.ts";

export function IncidentUpdate(props: { update: PublicIncident["updates"][number] }): JSX.Element {
  const { t } = useStatusPage();
  return (
    <div class="update">
      <p class="when">
        <strong>{t(`incidents.${props.update.status}`)}</strong>
        <Time at={props.update.postedAt} style="dateTime" />
      </p>
      <div class="prose" innerHTML={renderMarkdown(props.update.body, { firstHeading: 4 })} />
      <Show when={props.update.components}>
        {(components) => (
          <ul class="said">
            <For each={components()}>
              {({ name, status }) => (
                <li>
                  <Mark tone={toneOfComponent(status)} />
                  <span>
                    {name}: {t(`incidents.component.${status}`)}
                  </span>
                </li>
              )}
            </For>
          </ul>
        )}
      </Show>
    </div>
  );
}
