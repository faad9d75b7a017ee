import { Match, Show, Suspense, Switch } from "solid-js";
import { countFailing } from "../../../src/domain/monitor/board.ts";
import { lazyCode } from "../../lib/load_code.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { OldNotice } from "../../ui/OldNotice.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { LiveMark } from "../live/LiveMark.tsx";
import { text } from "../text/dashboard.ts";
import { AwayAgents } from "./AwayAgents.tsx";
import { createLiveBoard, type LiveBoard } from "./board.ts";
import { FirstSteps } from "./FirstSteps.tsx";
import { areFirstStepsOver } from "./first_steps.ts";
import { Hints } from "./Hints.tsx";
import "./dashboard.css";
import { NowBoard } from "./NowBoard.tsx";
import { Summary } from "./StatusCards.tsx";
import { WarningNotice } from "./WarningNotice.tsx";

const UpdateNotice = lazyCode(() => import("../system/UpdateNotice.tsx"));

export default function DashboardPage() {
  const live = createLiveBoard();
  const { board, load, monitors } = live;
  const hasMonitor = () => live.total() > 0;
  const error = () => (load.data() || hasMonitor() ? undefined : load.error());
  return (
    <>
      <PageHeader
        title={text.title}
        lead={<Show when={hasMonitor()}>{<Summary failing={countFailing(board()?.counts)} />}</Show>}
        actions={
          <Show when={hasMonitor()}>
            <LiveMark isLive={monitors.isLive()} />
          </Show>
        }
      />
      <div class="stack stack--loose">
        <OldNotice load={load} />
        <Switch>
          <Match when={error()}>
            {(failed) => (
              <div class="card">
                <ErrorState message={failed().message} isBusy={load.isLoading()} onRetry={load.reload} />
              </div>
            )}
          </Match>
          <Match when={!board() || !(hasMonitor() || load.data())}>
            <div class="card">
              <Skeleton lines={6} />
            </div>
          </Match>
          <Match when={hasMonitor()}>
            <NowBoard live={live}>
              <Attention live={live} />
            </NowBoard>
          </Match>
        </Switch>
        <Show when={!hasMonitor()}>
          <Attention live={live} />
        </Show>
        <Hints silent={board()?.silent} />
        <Show when={load.data()?.update.newer && load.data()?.update}>
          {(update) => (
            <Suspense>
              <UpdateNotice update={update()} />
            </Suspense>
          )}
        </Show>
      </div>
    </>
  );
}

function Attention(props: { live: LiveBoard }) {
  const hasMonitor = () => props.live.total() > 0;
  return (
    <Show when={props.live.load.data()}>
      {(found) => (
        <>
          <AwayAgents agents={found().awayAgents} />
          <WarningNotice warnings={found().warnings} />
          <Show when={!hasMonitor() || !areFirstStepsOver()}>
            <FirstSteps
              taken={{ ...found().firstSteps, monitor: hasMonitor() }}
              hasChannel={found().hasChannel}
            />
          </Show>
        </>
      )}
    </Show>
  );
}
