import { type Accessor, type JSX, Match, Show, Switch } from "solid-js";
import type { PublicPage } from "../../src/schema/public_page.ts";
import { DayShape } from "./blocks/DayShape.tsx";
import { StatusPageProvider, useStatusPage } from "./page_context.tsx";
import { Footer } from "./parts/Footer.tsx";
import { Header } from "./parts/Header.tsx";
import { SignOut } from "./parts/SignOut.tsx";
import { StaleNotice } from "./parts/StaleNotice.tsx";
import { Tooltip } from "./parts/Tooltip.tsx";
import { toneOfOverall } from "./tone.ts";
import type { RenderOptions, StatusView } from "./view.ts";
import { HistoryView } from "./views/HistoryView.tsx";
import { HomeView } from "./views/HomeView.tsx";
import { IncidentView } from "./views/IncidentView.tsx";
import { MaintenanceView } from "./views/MaintenanceView.tsx";
import { MonitorView } from "./views/MonitorView.tsx";
import { NotFoundView } from "./views/NotFoundView.tsx";
import { PostMortemView } from "./views/PostMortemView.tsx";

interface Props {
  page: Accessor<PublicPage>;
  isStale: Accessor<boolean>;
  isLocal?: boolean;
  view: StatusView;
  options: RenderOptions;
}

export function StatusPage(props: Props): JSX.Element {
  return (
    <StatusPageProvider
      page={props.page}
      isStale={props.isStale}
      isLocal={props.isLocal === true}
      options={props.options}
    >
      <Frame view={props.view} />
    </StatusPageProvider>
  );
}

function Frame(props: { view: StatusView }): JSX.Element {
  const { page, t, isStale, options } = useStatusPage();
  const tone = () =>
    isStale() || props.view.kind !== "home" || page().layout.children.length === 0
      ? "pending"
      : toneOfOverall(page().overall.status);
  return (
    <div class={`svc-page t-${tone()}${isStale() ? " is-stale" : ""}`}>
      <a class="skip" href="#content">
        {t("page.skip")}
      </a>
      <Show when={page().site.showHero} fallback={<SignOut />}>
        <Header />
      </Show>
      <main class="svc-content" id="content">
        <Show when={isStale() || (options.copy ? options.copy.banner : page().fault)}>
          <StaleNotice />
        </Show>
        <View view={props.view} />
      </main>
      <Footer />
      <DayShape />
      <Tooltip />
    </div>
  );
}

function View(props: { view: StatusView }): JSX.Element {
  const view = props.view;
  return (
    <Switch fallback={<HomeView />}>
      <Match when={view.kind === "incident" && view}>
        {(shown) =>
          shown().isPostMortem ? (
            <PostMortemView incident={shown().incident} />
          ) : (
            <IncidentView incident={shown().incident} />
          )
        }
      </Match>
      <Match when={view.kind === "maintenance" && view}>
        {(shown) => <MaintenanceView maintenance={shown().maintenance} />}
      </Match>
      <Match when={view.kind === "monitor" && view}>{(shown) => <MonitorView story={shown()} />}</Match>
      <Match when={view.kind === "history" && view}>{(shown) => <HistoryView {...shown()} />}</Match>
      <Match when={view.kind === "not_found"}>
        <NotFoundView />
      </Match>
    </Switch>
  );
}
