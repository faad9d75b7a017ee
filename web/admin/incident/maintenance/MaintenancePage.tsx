import { createSignal, Match, Show, Switch } from "solid-js";
import type { Maintenance } from "../../../../src/schema/maintenance.ts";
import { createLoad } from "../../../lib/load.ts";
import { queryOf, setQuery } from "../../../lib/router.ts";
import { describeZone } from "../../../lib/time.ts";
import { ButtonLink } from "../../../ui/Button.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Segments } from "../../../ui/Segments.tsx";
import { showToast } from "../../../ui/toast.ts";
import { endMaintenance, listMaintenance, removeMaintenance } from "../../api/maintenance.ts";
import { text } from "../../text/maintenance.ts";
import { MaintenanceCalendar } from "./MaintenanceCalendar.tsx";
import { type Deed, MaintenanceList } from "./MaintenanceList.tsx";
import "./maintenance.css";

const VIEWS = (["list", "calendar"] as const).map((value) => ({ value, label: text.views[value] }));

export default function MaintenancePage() {
  const windows = createLoad(listMaintenance);
  const [asked, setAsked] = createSignal<{ deed: Deed; window: Maintenance }>();
  const close = () => setAsked(undefined);
  const windowFor = (deed: Deed) => (asked()?.deed === deed ? asked()?.window : undefined);
  const add = () => (
    <ButtonLink variant="primary" icon="plus" href="/admin/maintenance/new">
      {text.add}
    </ButtonLink>
  );

  async function finish(deed: Promise<unknown>, message: string): Promise<void> {
    await deed;
    close();
    windows.reload();
    showToast(message);
  }

  return (
    <>
      <PageHeader title={text.title} lead={text.lead} actions={windows.data()?.length ? add() : undefined} />
      <Loaded load={windows}>
        {(list) => (
          <Show
            when={list().length > 0}
            fallback={
              <div class="card">
                <EmptyState icon="wrench" title={text.empty.title}>
                  <p>{text.empty.lead}</p>
                  {add()}
                </EmptyState>
              </div>
            }
          >
            <Windows list={list()} onAsk={(deed, window) => setAsked({ deed, window })} />
          </Show>
        )}
      </Loaded>
      <Switch>
        <Match when={windowFor("end")}>
          {(window) => (
            <ConfirmDialog
              title={text.endTitle(window().name)}
              lead={text.endLead}
              ends={text.endEnds}
              confirm={text.end}
              onClose={close}
              onConfirm={() => finish(endMaintenance(window().id), text.ended(window().name))}
            />
          )}
        </Match>
        <Match when={windowFor("remove")}>
          {(window) => (
            <ConfirmDialog
              title={text.removeTitle(window().name)}
              lead={text.removeLead}
              ends={text.removeEnds[window().status]}
              confirm={text.remove}
              onClose={close}
              onConfirm={() => finish(removeMaintenance(window().id), text.removed(window().name))}
            />
          )}
        </Match>
      </Switch>
    </>
  );
}

function Windows(props: { list: readonly Maintenance[]; onAsk: (deed: Deed, window: Maintenance) => void }) {
  const view = () => (queryOf("view") === "calendar" ? "calendar" : "list");
  return (
    <div class="stack">
      <div class="row row--spread">
        <Segments
          legend={text.view}
          value={view()}
          options={VIEWS}
          onChange={(next) => setQuery({ view: next === "list" ? "" : next })}
        />
        <span class="small soft">{text.zone(describeZone())}</span>
      </div>
      <Show
        when={view() === "calendar"}
        fallback={<MaintenanceList windows={props.list} onAsk={props.onAsk} />}
      >
        <MaintenanceCalendar windows={props.list} />
      </Show>
    </div>
  );
}
