import { createMemo, For, type JSX, Show } from "solid-js";
import type { PublicIncident } from "../../../src/schema/public_page.ts";
import { IncidentCard } from "../blocks/IncidentCard.tsx";
import { useStatusPage } from "../page_context.tsx";
import { BackLink } from "../parts/BackLink.tsx";

interface Props {
  incidents: readonly PublicIncident[];
  page: number;
  pages: number;
}

export function HistoryView(props: Props): JSX.Element {
  const { t, to, date, options } = useStatusPage();
  const at = (page: number) =>
    options.copy
      ? to(page > 1 ? `/history/${page}` : "/history")
      : `${options.prefix ?? ""}/history?page=${page}`;
  const months = createMemo(() => [
    ...Map.groupBy(props.incidents, ({ startedAt }) => startedAt.slice(0, 7)),
  ]);
  return (
    <div class="history">
      <BackLink />
      <h1>{t("incidents.historyTitle")}</h1>
      <For each={months()} fallback={<p class="nothing">{t("empty.history")}</p>}>
        {([month, incidents]) => (
          <section class="svc-incidents-section">
            <h2>{date(`${month}-15T12:00:00Z`, "month")}</h2>
            <For each={incidents}>{(incident) => <IncidentCard incident={incident} />}</For>
          </section>
        )}
      </For>
      <Show when={props.pages > 1}>
        <nav class="pages" aria-label={t("incidents.historyTitle")}>
          <Show when={props.page > 1} fallback={<span />}>
            <a class="button" rel="prev" href={at(props.page - 1)}>
              {t("incidents.newer")}
            </a>
          </Show>
          <span>{t("incidents.pageOf", { n: props.page, total: props.pages })}</span>
          <Show when={props.page < props.pages} fallback={<span />}>
            <a class="button" rel="next" href={at(props.page + 1)}>
              {t("incidents.older")}
            </a>
          </Show>
        </nav>
      </Show>
    </div>
  );
}
