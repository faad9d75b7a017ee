import { Show } from "solid-js";
import { currentUser } from "../../lib/session.ts";
import { mayUse } from "../route/pages.ts";
import type { LiveBoard } from "./board.ts";
import { FailingCard } from "./FailingCard.tsx";
import { IncidentCard } from "./IncidentCard.tsx";
import { MaintenanceCard } from "./MaintenanceCard.tsx";
import { OnCallCard } from "./OnCallCard.tsx";
import { PagesCard } from "./PagesCard.tsx";

export function NowBoard(props: { live: LiveBoard }) {
  const known = () => props.live.load.data();
  return (
    <div class="board board--now">
      <FailingCard live={props.live} />
      <div class="stack">
        <Show when={mayUse(currentUser().role, "schedules")}>
          <OnCallCard />
        </Show>
        <Show when={known()?.hasSeveralPages && mayUse(currentUser().role, "appearance")}>
          <PagesCard />
        </Show>
        <Show when={known()?.incidents}>{(incidents) => <IncidentCard incidents={incidents()} />}</Show>
        <Show when={known()?.maintenance}>{(windows) => <MaintenanceCard windows={windows()} />}</Show>
      </div>
    </div>
  );
}
