import { createMemo, For, onCleanup, Show } from "solid-js";
import type { Incident } from "../../../../src/schema/incident.ts";
import { isAway } from "../../../lib/connection.ts";
import { createLoad } from "../../../lib/load.ts";
import { queryOf, setQuery } from "../../../lib/router.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { ButtonLink } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Pages } from "../../../ui/Pages.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { Segments } from "../../../ui/Segments.tsx";
import { type Column, Table } from "../../../ui/Table.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { type IncidentFilter, listIncidents } from "../../api/incident.ts";
import { isFailing } from "../../monitor/monitors/status.ts";
import { followMonitors } from "../../monitor/monitors/store.ts";
import { text } from "../../text/incident.ts";
import { Affected, ImpactBadge, IncidentStatusMark } from "./marks.tsx";
import { createUnseen } from "./placed.ts";
import "./incidents.css";

const TYPING_MS = 300;
const MOST_NAMED = 5;
const STATES = (["open", "draft", "resolved", "all"] as const).map((value) => ({
  value,
  label: text.states[value],
}));
type State = (typeof STATES)[number]["value"];

const columnsWith = (isUnseen: (incident: Incident) => boolean): readonly Column<Incident>[] => [
  {
    header: text.columns.title,
    kind: "lead",
    cell: (incident) => <Title incident={incident} isUnseen={isUnseen(incident)} />,
  },
  { header: text.columns.status, cell: ({ status }) => <IncidentStatusMark status={status} /> },
  { header: text.columns.affects, cell: (incident) => <Affected incident={incident} /> },
  { header: text.columns.started, cell: ({ startedAt }) => <RelativeTime at={startedAt} /> },
  {
    header: text.columns.updated,
    cell: ({ updates }) => <RelativeTime at={updates[0]?.postedAt ?? null} />,
  },
];

export default function IncidentsPage() {
  followMonitors();
  const columns = columnsWith(createUnseen());
  const incidents = createLoad(
    async (signal, filter) => await listIncidents(signal, JSON.parse(filter)),
    () => JSON.stringify(filterInAddress()),
  );
  const add = () => (
    <ButtonLink variant="primary" icon="plus" href="/admin/incidents/new">
      {text.add}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={text.title}
        lead={text.lead}
        actions={
          <div class="row">
            <ButtonLink icon="copy" href="/admin/incidents/templates">
              {text.templates}
            </ButtonLink>
            {add()}
          </div>
        }
      />
      <div class="stack">
        <IncidentFilters />
        <div class="card incidents">
          <Loaded load={incidents}>
            {(found) => (
              <Show when={found().items.length > 0} fallback={<Nothing />}>
                <Table caption={text.title} columns={columns} rows={found().items} />
              </Show>
            )}
          </Loaded>
        </div>
        <Show when={incidents.data()}>
          {(found) => (
            <Show when={found().total > found().limit}>
              <Pages
                page={found().page}
                limit={found().limit}
                total={found().total}
                isBusy={incidents.isLoading()}
                onChange={(page) => setQuery({ page: page === 1 ? "" : String(page) })}
              />
            </Show>
          )}
        </Show>
      </div>
    </>
  );
}

function IncidentFilters() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => clearTimeout(timer));
  function type(search: string): void {
    clearTimeout(timer);
    timer = setTimeout(() => setQuery({ search: search.trim(), page: "" }, { replace: true }), TYPING_MS);
  }
  return (
    <search class="incidents__filters" aria-label={text.state}>
      <Segments
        legend={text.state}
        value={stateInAddress()}
        options={STATES}
        onChange={(state) => setQuery({ state: state === "open" ? "" : state, page: "" })}
      />
      <Field label={text.search} isLabelHidden>
        <TextInput
          type="search"
          placeholder={text.searchPlaceholder}
          value={queryOf("search")}
          onInput={type}
        />
      </Field>
    </search>
  );
}

function Title(props: { incident: Incident; isUnseen: boolean }) {
  const { incident } = props;
  return (
    <span class="table__main">
      <a class="strong" href={`/admin/incidents/${incident.id}`}>
        {incident.title}
      </a>
      <span class="row">
        <ImpactBadge impact={incident.impact} />
        <Show when={incident.draft}>
          <Badge tone="accent">{text.draft}</Badge>
        </Show>
        <Show when={incident.automatic}>
          <Badge>{text.automatic}</Badge>
        </Show>
        <Show when={props.isUnseen}>
          <Badge tone="warn">{text.unseen.mark}</Badge>
        </Show>
        <Show when={!incident.notifySubscribers}>
          <Badge>{text.quiet}</Badge>
        </Show>
      </span>
    </span>
  );
}

/** That no incident is open says nothing about the monitors. */
function Nothing() {
  const monitors = followMonitors();
  const failing = createMemo(() => {
    monitors.round();
    return monitors.entries().filter((entry) => isFailing(entry.peek()));
  });
  const isOpen = () => stateInAddress() === "open" && queryOf("search") === "";
  const isWell = () => isOpen() && monitors.isLoaded() && failing().length === 0 && !isAway();
  const words = () => {
    if (queryOf("search") !== "") return text.noMatch;
    if (isOpen() && failing().length > 0) {
      return { title: text.failing.title(failing().length), lead: text.failing.lead };
    }
    const { title, lead } = text.empty[stateInAddress()];
    return { title: isWell() ? text.allWell : title, lead: isWell() ? `${title}. ${lead}` : lead };
  };
  const icon = () => (isWell() ? "checkCircle" : isOpen() && failing().length > 0 ? "warning" : "flag");
  return (
    <EmptyState icon={icon()} title={words().title}>
      <p>{words().lead}</p>
      <Show when={isOpen() && failing().length > 0}>
        <p class="break">
          <For each={failing().slice(0, MOST_NAMED)}>
            {(entry, at) => (
              <>
                {at() > 0 ? ", " : ""}
                <a href={`/admin/monitors/${entry.id}`}>{entry.monitor().name}</a>
              </>
            )}
          </For>
          {failing().length > MOST_NAMED ? ` ${text.failing.more(failing().length - MOST_NAMED)}` : ""}
        </p>
      </Show>
    </EmptyState>
  );
}

function stateInAddress(): State {
  return STATES.find(({ value }) => value === queryOf("state"))?.value ?? "open";
}

function filterInAddress(): IncidentFilter {
  const state = stateInAddress();
  return {
    state: state === "all" ? undefined : state,
    monitorId: queryOf("monitor") || undefined,
    search: queryOf("search") || undefined,
    page: Math.max(1, Number.parseInt(queryOf("page"), 10) || 1),
  };
}
