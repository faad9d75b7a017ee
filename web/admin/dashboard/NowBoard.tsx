import { type JSX, Show, Suspense } from "solid-js";
import { countFailing } from "../../../src/domain/monitor/board.ts";
import { MINUTE_MS } from "../../../src/lib/units.ts";
import { createLoad } from "../../lib/load.ts";
import { lazyCode } from "../../lib/load_code.ts";
import { currentUser } from "../../lib/session.ts";
import { getTrends } from "../api/dashboard.ts";
import { mayUse } from "../route/pages.ts";
import type { LiveBoard } from "./board.ts";
import { FailingCard } from "./FailingCard.tsx";
import { Figures } from "./Figures.tsx";
import { IncidentCard } from "./IncidentCard.tsx";
import { MaintenanceCard } from "./MaintenanceCard.tsx";
import { OnCallCard } from "./OnCallCard.tsx";
import { reloadEvery } from "./reload_every.ts";
import { ChangesCard } from "./StatusCards.tsx";
import { TagsCard } from "./TagsCard.tsx";
import { TrendCards } from "./TrendCards.tsx";

const PagesCard = lazyCode(() => import("./PagesCard.tsx"));

const TRENDS_MS = 5 * MINUTE_MS;

export function NowBoard(props: { live: LiveBoard; children: JSX.Element }) {
  const known = () => props.live.load.data();
  const isFailing = () => countFailing(props.live.board()?.counts) > 0;
  const trends = createLoad(getTrends);
  reloadEvery(trends, TRENDS_MS);
  return (
    <div class={`cockpit${isFailing() ? "" : " cockpit--calm"}`}>
      <Show when={isFailing()}>
        <div class="cockpit__failing">
          <FailingCard live={props.live} />
        </div>
      </Show>
      <div class="cockpit__open stack">
        <Show when={known()?.incidents?.length ? known()?.incidents : undefined}>
          {(incidents) => <IncidentCard incidents={incidents()} />}
        </Show>
        <Show when={mayUse(currentUser().role, "schedules")}>
          <OnCallCard />
        </Show>
        <Show when={known()?.maintenance}>{(windows) => <MaintenanceCard windows={windows()} />}</Show>
        <Show when={known()?.hasSeveralPages && mayUse(currentUser().role, "appearance")}>
          <Suspense>
            <PagesCard />
          </Suspense>
        </Show>
        <ChangesCard live={props.live} />
      </div>
      <div class="cockpit__trends stack">
        {props.children}
        <Figures live={props.live} trends={trends.data()} />
        <TrendCards load={trends} />
        <TagsCard live={props.live} />
      </div>
    </div>
  );
}
