import { For, type JSX, Show } from "solid-js";
import { wordOfOverall } from "../../../src/domain/page/status.ts";
import { useStatusPage } from "../page_context.tsx";
import { type Tone, toneOfOverall } from "../tone.ts";
import { Mark } from "./Mark.tsx";
import { TextWithTime } from "./Time.tsx";

export function StatusBanner(): JSX.Element {
  const { page, t, toUrl, isStale } = useStatusPage();
  const tone = (): Tone => (isStale() ? "pending" : toneOfOverall(page().overall.status));
  const label = () => t(wordOfOverall(page()));
  const open = () => page().incidents.filter(({ resolvedAt }) => resolvedAt === null);
  return (
    <section class={`svc-status-banner t-${tone()}`}>
      <span class="halo">
        <Mark tone={tone()} />
      </span>
      <div>
        <h1 aria-live="polite">{isStale() ? t("overall.unknown") : label()}</h1>
        <p>
          <Show
            when={isStale()}
            fallback={<TextWithTime text="page.updated" at={page().takenAt} style="time" />}
          >
            <TextWithTime
              text="overall.lastKnown"
              values={{ status: label() }}
              at={page().takenAt}
              style="dateTime"
            />
          </Show>
        </p>
        <Show when={open().length > 0}>
          <ul class="open">
            <For each={open()}>
              {(incident) => (
                <li>
                  <a href={toUrl(incident.url)}>{incident.title}</a>
                  <span>{t(`incidents.${incident.status}`)}</span>
                </li>
              )}
            </For>
          </ul>
        </Show>
      </div>
    </section>
  );
}
