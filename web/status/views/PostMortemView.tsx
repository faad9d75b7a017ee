import { type JSX, Show } from "solid-js";
import { renderMarkdown } from "../../../src/lib/markdown.ts";
import type { PublicIncident } from "../../../src/schema/public_page.ts";
import { IncidentFacts, toneOfIncident } from "../blocks/IncidentCard.tsx";
import { useStatusPage } from "../page_context.tsx";
import { BackLink } from "../parts/BackLink.tsx";
import { Mark } from "../parts/Mark.tsx";
import { SubscribeLink } from "../parts/SubscribeLink.tsx";
import { Time } from "../parts/Time.tsx";

export function PostMortemView(props: { incident: PublicIncident }): JSX.Element {
  const { page, t, toUrl } = useStatusPage();
  const incident = () => page().incidents.find(({ id }) => id === props.incident.id) ?? props.incident;
  return (
    <article class={`single t-${toneOfIncident(incident())}`}>
      <BackLink />
      <header>
        <Mark tone={toneOfIncident(incident())} />
        <h1>
          {t("incidents.postMortem")}: {incident().title}
        </h1>
        <IncidentFacts incident={incident()} />
      </header>
      <Show when={incident().postMortem}>
        {(postMortem) => (
          <section class="updates">
            <p class="when">
              <Time at={postMortem().publishedAt} style="dateTime" />
            </p>
            <div class="prose" innerHTML={renderMarkdown(postMortem().body, { firstHeading: 2 })} />
          </section>
        )}
      </Show>
      <a class="button" href={toUrl(incident().url)}>
        {t("incidents.backTo")}
      </a>
      <SubscribeLink />
    </article>
  );
}
