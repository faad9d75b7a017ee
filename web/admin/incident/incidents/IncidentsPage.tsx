import { Show } from "solid-js";
import { createLoad } from "../../../lib/load.ts";
import { setQuery } from "../../../lib/router.ts";
import { ButtonLink } from "../../../ui/Button.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Pages } from "../../../ui/Pages.tsx";
import { Table } from "../../../ui/Table.tsx";
import { listIncidents } from "../../api/incident.ts";
import { followMonitors } from "../../monitor/monitors/store.ts";
import { text } from "../../text/incident.ts";
import { createUnseen } from "./placed.ts";
import "./incidents.css";
import { IncidentFilters } from "./IncidentFilters.tsx";
import { columnsWith } from "./incident_columns.tsx";
import { filterInAddress } from "./incident_filter.ts";
import { NoIncidents } from "./NoIncidents.tsx";

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
              <Show when={found().items.length > 0} fallback={<NoIncidents />}>
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
