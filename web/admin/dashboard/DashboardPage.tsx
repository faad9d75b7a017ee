import { Match, Show, Switch } from "solid-js";
import { countFailing } from "../../../src/domain/monitor/board.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { OldNotice } from "../../ui/OldNotice.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { LiveMark } from "../live/LiveMark.tsx";
import { UpdateNotice } from "../system/UpdateNotice.tsx";
import { text } from "../text/dashboard.ts";
import { AwayAgents } from "./AwayAgents.tsx";
import { createLiveBoard } from "./board.ts";
import { FirstSteps } from "./FirstSteps.tsx";
import { areFirstStepsOver } from "./first_steps.ts";
import { Hints } from "./Hints.tsx";
import { RecordCard } from "./RecordCard.tsx";
import "./dashboard.css";
import { NowBoard } from "./NowBoard.tsx";
import { ChangesCard, Summary } from "./StatusCards.tsx";
import { Tiles } from "./Tiles.tsx";
import { WarningNotice } from "./WarningNotice.tsx";

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
          <Match when={!board()}>
            <div class="card">
              <Skeleton lines={6} />
            </div>
          </Match>
          <Match when={hasMonitor()}>
            <NowBoard live={live} />
          </Match>
        </Switch>
        <Show when={load.data()}>
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
        <Show when={hasMonitor() && board()}>{(shown) => <Tiles counts={shown().counts} />}</Show>
        <Hints silent={board()?.silent} />
        <Show when={load.data()}>{(found) => <UpdateNotice update={found().update} />}</Show>
        <Show when={hasMonitor()}>
          <div class="board">
            <ChangesCard live={live} />
            <Show when={load.data()?.audit}>{(entries) => <RecordCard entries={entries()} />}</Show>
          </div>
        </Show>
      </div>
    </>
  );
}
