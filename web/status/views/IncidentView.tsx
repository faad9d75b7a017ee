import { For, type JSX, Show } from "solid-js";
import type { PublicIncident } from "../../../src/schema/public_page.ts";
import { IncidentFacts, toneOfIncident } from "../blocks/IncidentCard.tsx";
import { IncidentUpdate } from "../blocks/IncidentUpdate.tsx";
import { useStatusPage } from "../page_context.tsx";
import { BackLink } from "../parts/BackLink.tsx";
import { Mark } from "../parts/Mark.tsx";
import { SubscribeLink } from "../parts/SubscribeLink.tsx";

export function IncidentView(props: { incident: PublicIncident }): JSX.Element {
  const { page, t, toUrl } = useStatusPage();
  const incident = () => page().incidents.find(({ id }) => id === props.incident.id) ?? props.incident;
  return (
    <article class={`single t-${toneOfIncident(incident())}`}>
      <BackLink />
      <header>
        <Mark tone={toneOfIncident(incident())} />
        <h1>{incident().title}</h1>
        <IncidentFacts incident={incident()} />
      </header>
      <Show when={incident().postMortem}>
        {(postMortem) => (
          <a class="button" href={toUrl(postMortem().url)}>
            {t("incidents.readPostMortem")}
          </a>
        )}
      </Show>
      <section class="updates">
        <h2 class="hidden">{t("incidents.updates")}</h2>
        <For each={incident().updates} fallback={<p class="nothing">{t("incidents.noUpdates")}</p>}>
          {(update) => <IncidentUpdate update={update} />}
        </For>
      </section>
      <SubscribeLink />
    </article>
  );
}
