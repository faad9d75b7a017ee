import { createMemo, For, Match, Show, Switch } from "solid-js";
import { isAway } from "../../lib/connection.ts";
import { currentUser } from "../../lib/session.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { LiveMark } from "../monitor/monitors/LiveMark.tsx";
import { StatusMark } from "../monitor/monitors/StatusMark.tsx";
import { isFailing, STATUSES, shownStatus } from "../monitor/monitors/status.ts";
import { type Entry, followMonitors } from "../monitor/monitors/store.ts";
import { findPage } from "../route/pages.ts";
import { text } from "../text/dashboard.ts";
import { FirstSteps } from "./FirstSteps.tsx";
import { areFirstStepsOver } from "./first_steps.ts";
import { MaintenanceCard } from "./MaintenanceCard.tsx";
import { RecordCard } from "./RecordCard.tsx";
import { SilentNotice } from "./SilentNotice.tsx";
import "./dashboard.css";

const MOST_FAILING = 8;
const MOST_CHANGES = 8;

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

function failingOf(entries: readonly Entry[]): Entry[] {
  return entries
    .filter((entry) => isFailing(entry.peek()))
    .sort((a, b) => STATUSES.indexOf(shownStatus(a.peek())) - STATUSES.indexOf(shownStatus(b.peek())));
}

function Summary(props: { entries: readonly Entry[] }) {
  const { round } = followMonitors();
  const count = createMemo(() => {
    round();
    return failingOf(props.entries).length;
  });
  const shown = () => {
    if (isAway()) return { tone: "neutral", icon: "clock", words: text.cantTell } as const;
    return count() === 0
      ? ({ tone: "good", icon: "checkCircle", words: text.nothingFails } as const)
      : ({ tone: "bad", icon: "crossCircle", words: text.someFail(count()) } as const);
  };
  return (
    <span class={`status status--large status--${shown().tone}`} role="status">
      <Icon name={shown().icon} />
      {shown().words}
    </span>
  );
}

function Counts(props: { entries: readonly Entry[] }) {
  const { round } = followMonitors();
  const counts = createMemo(() => {
    round();
    return Map.groupBy(props.entries, (entry) => shownStatus(entry.peek()));
  });
  return (
    <nav class="tiles" aria-label={text.counts}>
      <For each={STATUSES}>
        {(status) => (
          <a class="tile" href={`/admin/monitors?status=${status}`}>
            <span class={`tile__figure${counts().has(status) ? "" : " soft"}`}>
              {counts().get(status)?.length ?? 0}
            </span>
            <StatusMark status={status} />
          </a>
        )}
      </For>
    </nav>
  );
}

function FailingCard(props: { entries: readonly Entry[] }) {
  const { round } = followMonitors();
  const failing = createMemo(() => {
    round();
    return failingOf(props.entries);
  });
  return (
    <section class="card" aria-labelledby="failing">
      <div class="card__head">
        <h2 id="failing">{text.failing}</h2>
        <Show when={failing().length > MOST_FAILING}>
          <a class="small" href="/admin/monitors?sort=status">
            {text.failingAll}
          </a>
        </Show>
      </div>
      <Show
        when={failing().length > 0}
        fallback={<p class="board__none">{isAway() ? text.cantTell : text.failingNone}</p>}
      >
        <ul class="lines plain">
          <For each={failing().slice(0, MOST_FAILING)}>
            {(entry) => (
              <li>
                <span class="board__main">
                  <a href={`/admin/monitors/${entry.id}`}>{entry.monitor().name}</a>
                  <span class="small soft break">{entry.monitor().message}</span>
                </span>
                <span class="board__end">
                  <StatusMark status={shownStatus(entry.monitor())} />
                  <span class="small soft">
                    <RelativeTime at={entry.monitor().statusSince} />
                  </span>
                </span>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </section>
  );
}

function ChangesCard(props: { entries: readonly Entry[] }) {
  const { round } = followMonitors();
  const latest = createMemo(() => {
    round();
    return props.entries
      .filter((entry) => entry.peek().statusSince !== null)
      .sort((a, b) => (b.peek().statusSince ?? 0) - (a.peek().statusSince ?? 0))
      .slice(0, MOST_CHANGES);
  });
  return (
    <section class="card">
      <div class="card__head">
        <h2>{text.changes}</h2>
      </div>
      <Show when={latest().length > 0} fallback={<p class="board__none">{text.changesNone}</p>}>
        <ul class="lines plain">
          <For each={latest()}>
            {(entry) => (
              <li>
                <a href={`/admin/monitors/${entry.id}`}>{entry.monitor().name}</a>
                <span class="board__end">
                  <StatusMark status={shownStatus(entry.monitor())} />
                  <span class="small soft">
                    <RelativeTime at={entry.monitor().statusSince} />
                  </span>
                </span>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </section>
  );
}
