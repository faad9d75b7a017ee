import { Show } from "solid-js";
import type { ActionRun } from "../../../src/schema/action.ts";
import { createLoad } from "../../lib/load.ts";
import { queryOf, setQuery } from "../../lib/router.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Pages } from "../../ui/Pages.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { listActions, listRuns } from "../api/action.ts";
import { text as actionText } from "../text/action.ts";
import { filterInAddress, isFiltered, RunFilters } from "./RunFilters.tsx";
import { RunPanel } from "./RunPanel.tsx";
import { RunButtons, RunState } from "./RunState.tsx";

const text = actionText.run;

export default function RunsPage() {
  const actions = createLoad(listActions);
  const runs = createLoad(
    async (signal, filter) => await listRuns(signal, JSON.parse(filter)),
    () => JSON.stringify(filterInAddress()),
  );
  const opened = () => Number(queryOf("run")) || 0;
  const columns: readonly Column<ActionRun>[] = [
    {
      header: text.columns.what,
      kind: "lead",
      cell: (run) => (
        <span class="table__main">
          <button type="button" class="link strong break" onClick={() => setQuery({ run: String(run.id) })}>
            {run.actionName}
          </button>
          <span class="small soft">{text.triggers[run.trigger]}</span>
        </span>
      ),
    },
    {
      header: text.columns.monitor,
      cell: ({ monitorName }) => monitorName || <span class="soft">{text.none}</span>,
    },
    { header: text.columns.state, cell: (run) => <RunState run={run} /> },
    { header: text.columns.at, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      header: text.columns.actions,
      kind: "end",
      cell: (run) => <RunButtons run={run} onDone={runs.reload} />,
    },
  ];
  return (
    <>
      <PageHeader
        title={text.title}
        lead={text.lead}
        back={{ href: "/admin/actions", label: text.back }}
        actions={
          <Button icon="refresh" isBusy={runs.isLoading()} onClick={runs.reload}>
            {text.refresh}
          </Button>
        }
      />
      <div class="stack">
        <RunFilters actions={actions.data() ?? []} />
        <div class="card">
          <Loaded load={runs} lines={9}>
            {(found) => (
              <Show when={found().items.length > 0} fallback={<Nothing />}>
                <Table caption={text.title} columns={columns} rows={found().items} isTop />
              </Show>
            )}
          </Loaded>
        </div>
        <Show when={runs.data()}>
          {(found) => (
            <Show when={found().total > found().limit}>
              <Pages
                page={found().page}
                limit={found().limit}
                total={found().total}
                isBusy={runs.isLoading()}
                onChange={(page) => setQuery({ page: page === 1 ? "" : String(page) })}
              />
            </Show>
          )}
        </Show>
      </div>
      <Show when={opened()}>
        {(id) => <RunPanel id={id()} onClose={() => setQuery({ run: "" })} onChanged={runs.reload} />}
      </Show>
    </>
  );
}

function Nothing() {
  const words = () => (isFiltered() ? text.noMatch : text.empty);
  return (
    <EmptyState icon="bolt" title={words().title}>
      <p>{words().lead}</p>
      <Show when={!isFiltered()}>
        <ButtonLink href="/admin/actions">{text.toActions}</ButtonLink>
      </Show>
    </EmptyState>
  );
}
