import { Match, Show, Switch } from "solid-js";
import { currentUser } from "../../lib/session.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { LiveMark } from "../monitor/monitors/LiveMark.tsx";
import { followMonitors } from "../monitor/monitors/store.ts";
import { findPage } from "../route/pages.ts";
import { text } from "../text/dashboard.ts";
import { Counts } from "./CountTiles.tsx";
import { FirstSteps } from "./FirstSteps.tsx";
import { areFirstStepsOver } from "./first_steps.ts";
import { MaintenanceCard } from "./MaintenanceCard.tsx";
import { RecordCard } from "./RecordCard.tsx";
import { SilentNotice } from "./SilentNotice.tsx";
import "./dashboard.css";
import { ChangesCard, FailingCard, Summary } from "./StatusCards.tsx";

/** Where administrators and operators begin: how everything is, live. */
export default function DashboardPage() {
  const monitors = followMonitors();
  return (
    <>
      <PageHeader
        title={text.title}
        lead={<Show when={monitors.entries().length > 0}>{<Summary entries={monitors.entries()} />}</Show>}
        actions={
          <Show when={monitors.entries().length > 0}>
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
        <Switch>
          <Match when={!monitors.isLoaded() && monitors.error()}>
            {(error) => (
              <div class="card">
                <ErrorState message={error().message} onRetry={() => monitors.reload()} />
              </div>
            )}
          </Match>
          <Match when={!monitors.isLoaded()}>
            <div class="card">
              <Skeleton lines={6} />
            </div>
          </Match>
          <Match when={monitors.entries().length === 0}>
            <FirstSteps hasMonitor={false} />
          </Match>
          <Match when={true}>
            <Show when={!areFirstStepsOver()}>
              <FirstSteps hasMonitor={true} />
            </Show>
            <SilentNotice entries={monitors.entries()} />
            <Counts entries={monitors.entries()} />
            <div class="board">
              <div class="stack">
                <FailingCard entries={monitors.entries()} />
                <ChangesCard entries={monitors.entries()} />
              </div>
              <div class="stack">
                <MaintenanceCard />
                <Show when={findPage("/admin/audit", currentUser().role)}>
                  <RecordCard />
                </Show>
              </div>
            </div>
          </Match>
        </Switch>
      </div>
    </>
  );
}
