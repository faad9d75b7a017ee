import { Match, Show, Switch } from "solid-js";
import { countFailing } from "../../../src/domain/monitor/board.ts";
import { currentUser } from "../../lib/session.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { OldNotice } from "../../ui/OldNotice.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { LiveMark } from "../monitor/monitors/LiveMark.tsx";
import { UpdateNotice } from "../system/UpdateNotice.tsx";
import { text } from "../text/dashboard.ts";
import { createLiveBoard } from "./board.ts";
import { Counts } from "./CountTiles.tsx";
import { FirstSteps } from "./FirstSteps.tsx";
import { areFirstStepsOver } from "./first_steps.ts";
import { IncidentCard } from "./IncidentCard.tsx";
import { MaintenanceCard } from "./MaintenanceCard.tsx";
import { RecordCard } from "./RecordCard.tsx";
import { SilentNotice } from "./SilentNotice.tsx";
import "./dashboard.css";
import { ChangesCard, FailingCard, Summary } from "./StatusCards.tsx";
import { WarningNotice } from "./WarningNotice.tsx";

/** Where administrators and operators begin: how everything is, live. */
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
        <Show when={!currentUser().twoFactor && !currentUser().sso}>
          <Notice tone="info">
            <div class="board__nudge">
              <p>{text.twoFactorOffLead}</p>
              <ButtonLink isSmall href="/admin/account?tab=two-factor">
                {text.twoFactorOff}
              </ButtonLink>
            </div>
          </Notice>
        </Show>
        <OldNotice load={load} />
        <Show when={load.data()}>
          {(found) => (
            <>
              <UpdateNotice update={found().update} />
              <WarningNotice warnings={found().warnings} />
              <Show when={!hasMonitor() || !areFirstStepsOver()}>
                <FirstSteps taken={{ ...found().firstSteps, monitor: hasMonitor() }} />
              </Show>
            </>
          )}
        </Show>
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
          <Match when={hasMonitor() && board()}>
            {(shown) => (
              <>
                <SilentNotice silent={shown().silent} />
                <Counts counts={shown().counts} />
                <div class="board">
                  <div class="stack">
                    <FailingCard live={live} />
                    <ChangesCard live={live} />
                  </div>
                  <div class="stack">
                    <Show when={load.data()?.incidents}>
                      {(incidents) => <IncidentCard incidents={incidents()} />}
                    </Show>
                    <Show when={load.data()?.maintenance}>
                      {(windows) => <MaintenanceCard windows={windows()} />}
                    </Show>
                    <Show when={load.data()?.audit}>{(entries) => <RecordCard entries={entries()} />}</Show>
                  </div>
                </div>
              </>
            )}
          </Match>
        </Switch>
      </div>
    </>
  );
}
