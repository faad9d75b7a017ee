import { createMemo, createSignal, Match, Show, Switch } from "solid-js";
import { now } from "../../../lib/clock.ts";
import { ButtonLink } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { text } from "../../text/monitor.ts";
import { BulkBar } from "./BulkBar.tsx";
import { applyFilter, filterInAddress } from "./filter.ts";
import { LiveMark } from "./LiveMark.tsx";
import { ClearFilters, MonitorFilters } from "./MonitorFilters.tsx";
import { MonitorList } from "./MonitorList.tsx";
import { followMonitors } from "./store.ts";
import "./monitors.css";

export default function MonitorsPage() {
  const monitors = followMonitors();
  const [chosen, setChosen] = createSignal<ReadonlySet<number>>(new Set());

  const shown = createMemo(() => {
    monitors.round();
    const filter = filterInAddress();
    // Order by what every check changes follows the slow clock: rows that jump can't be read.
    if (filter.sort === "checked" || filter.sort === "response") now();
    return applyFilter(monitors.entries(), filter);
  });
  const chosenShown = createMemo(() =>
    shown()
      .map(({ id }) => id)
      .filter((id) => chosen().has(id)),
  );
  const add = () => (
    <ButtonLink variant="primary" icon="plus" href="/admin/monitors/new">
      {text.add}
    </ButtonLink>
  );

  return (
    <>
      <PageHeader
        title={text.title}
        lead={text.lead}
        actions={monitors.entries().length > 0 ? add() : undefined}
      />
      <Switch>
        <Match when={!monitors.isLoaded() && monitors.error()}>
          {(error) => (
            <div class="card">
              <ErrorState
                message={error().message}
                isBusy={monitors.isLoading()}
                onRetry={() => monitors.reload()}
              />
            </div>
          )}
        </Match>
        <Match when={!monitors.isLoaded()}>
          <div class="card">
            <Skeleton lines={9} />
          </div>
        </Match>
        <Match when={monitors.entries().length === 0}>
          <div class="card">
            <EmptyState icon="pulse" title={text.empty.title}>
              <p>{text.empty.lead}</p>
              {add()}
            </EmptyState>
          </div>
        </Match>
        <Match when={true}>
          <div class="stack">
            <MonitorFilters />
            <div class="row row--spread small soft mlist__above">
              <span class="row">
                <span role="status">{text.count(shown().length, monitors.entries().length)}</span>
                <ClearFilters />
              </span>
              <LiveMark isLive={monitors.isLive()} />
            </div>
            <div class="card">
              <Show
                when={shown().length > 0}
                fallback={
                  <EmptyState icon="search" title={text.none.title}>
                    <p>{text.none.lead}</p>
                  </EmptyState>
                }
              >
                <MonitorList entries={shown()} chosen={new Set(chosenShown())} onChoose={setChosen} />
              </Show>
            </div>
            <Show when={chosenShown().length > 0}>
              <BulkBar
                ids={chosenShown()}
                others={shown().length - chosenShown().length}
                onAll={() => setChosen(new Set(shown().map(({ id }) => id)))}
                onClear={() => setChosen(new Set<number>())}
              />
            </Show>
          </div>
        </Match>
      </Switch>
    </>
  );
}
