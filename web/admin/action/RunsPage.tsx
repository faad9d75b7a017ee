import { Show } from "solid-js";
import type { ActionRun } from "../../../src/schema/action.ts";
import { createLoad } from "../../lib/load.ts";
import { queryOf, setQuery } from "../../lib/router.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { EmptyList } from "../../ui/EmptyList.tsx";
import { ListPage } from "../../ui/ListPage.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { listActions, listRuns } from "../api/action.ts";
import { createLiveListLoad } from "../live/live_list.tsx";
import { text as actionText } from "../text/action.ts";
import { filter, filterInAddress, LIST, RunFilters, sorting } from "./RunFilters.tsx";
import { RunPanel } from "./RunPanel.tsx";
import { RunButtons, RunState } from "./RunState.tsx";

const text = actionText.run;

export default function RunsPage() {
  const actions = createLoad(listActions);
  const runs = createLiveListLoad(LIST, listRuns, filterInAddress);
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
      cell: (run) => (
        <RunButtons
          run={run}
          of={[run.actionName, run.monitorName].filter(Boolean).join(", ")}
          onDone={runs.reload}
        />
      ),
    },
  ];
  return (
    <>
      <ListPage
        list={LIST}
        counted={text.counted}
        head={{
          title: text.title,
          lead: text.lead,
          back: { href: "/admin/actions", label: text.back },
        }}
        filter={filter}
        sort={sorting.choice()}
        live={runs.mark()}
        filters={<RunFilters actions={actions.data() ?? []} />}
        load={runs}
        empty={<Nothing />}
      >
        {(rows) => <Table caption={text.title} columns={columns} rows={rows()} isTop />}
      </ListPage>
      <Show when={opened()}>
        {(id) => <RunPanel id={id()} onClose={() => setQuery({ run: "" })} onChanged={runs.reload} />}
      </Show>
    </>
  );
}

function Nothing() {
  const toActions = () => <ButtonLink href="/admin/actions">{text.toActions}</ButtonLink>;
  return (
    <EmptyList
      icon="bolt"
      words={filter.isSet() ? text.noMatch : text.empty}
      add={filter.isSet() ? undefined : toActions}
    />
  );
}
