import { createSignal, Match, Show, Switch } from "solid-js";
import type { Action } from "../../../src/schema/action.ts";
import { toApiError } from "../../lib/api.ts";
import { createLoad } from "../../lib/load.ts";
import { navigate } from "../../lib/router.ts";
import { Badge } from "../../ui/Badge.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { Menu, type MenuItem } from "../../ui/Menu.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { showToast } from "../../ui/toast.ts";
import { listActions, removeAction, updateAction } from "../api/action.ts";
import { text } from "../text/action.ts";
import { RunDialog } from "./RunDialog.tsx";

type Deed = "run" | "remove";

export default function ActionsPage() {
  const actions = createLoad(listActions);
  const [asked, setAsked] = createSignal<{ deed: Deed; action: Action }>();
  const askedFor = (deed: Deed) => (asked()?.deed === deed ? asked()?.action : undefined);
  const close = () => setAsked(undefined);
  const add = () => (
    <ButtonLink variant="primary" icon="plus" href="/admin/actions/new">
      {text.add}
    </ButtonLink>
  );

  async function flip({ id, enabled }: Action): Promise<void> {
    try {
      const next = await updateAction(id, { enabled: !enabled });
      showToast(text.switched(next.name, next.enabled));
      actions.reload();
    } catch (thrown) {
      showToast(toApiError(thrown).message);
    }
  }

  const itemsFor = (action: Action): MenuItem[] => [
    { kind: "link", label: text.edit, icon: "edit", href: `/admin/actions/${action.id}` },
    {
      kind: "action",
      label: text.runNow,
      icon: "play",
      onSelect: () => setAsked({ deed: "run", action }),
    },
    { kind: "link", label: text.itsRuns, icon: "history", href: `/admin/actions/runs?action=${action.id}` },
    {
      kind: "action",
      label: action.enabled ? text.disable : text.enable,
      icon: "bolt",
      onSelect: () => void flip(action),
    },
    { kind: "line" },
    {
      kind: "action",
      label: text.remove,
      icon: "trash",
      isDanger: true,
      onSelect: () => setAsked({ deed: "remove", action }),
    },
  ];
  const columns: readonly Column<Action>[] = [
    { header: text.columns.name, kind: "lead", cell: (action) => <Name action={action} /> },
    {
      header: text.columns.state,
      cell: ({ enabled }) => (
        <Badge tone={enabled ? "good" : "neutral"}>{enabled ? text.enabled : text.disabled}</Badge>
      ),
    },
    { header: text.columns.monitors, cell: ({ monitors }) => text.monitorCount(countOf(monitors)) },
    {
      header: text.columns.actions,
      kind: "end",
      cell: (action) => (
        <Menu
          label={text.menu(action.name)}
          triggerClass="button button--quiet button--small button--icon"
          trigger={<Icon name="more" />}
          items={itemsFor(action)}
        />
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title={text.title}
        lead={text.lead}
        actions={
          <div class="row">
            <ButtonLink icon="history" href="/admin/actions/runs">
              {text.runs}
            </ButtonLink>
            <Show when={actions.data()?.length}>{add()}</Show>
          </div>
        }
      />
      <div class="card">
        <Loaded load={actions}>
          {(list) => (
            <Show
              when={list().length > 0}
              fallback={
                <EmptyState icon="bolt" title={text.empty.title}>
                  <p>{text.empty.lead}</p>
                  {add()}
                </EmptyState>
              }
            >
              <Table caption={text.title} columns={columns} rows={list()} />
            </Show>
          )}
        </Loaded>
      </div>
      <Switch>
        <Match when={askedFor("run")}>
          {(action) => (
            <RunDialog
              action={action()}
              onClose={close}
              onDone={(run) => navigate(`/admin/actions/runs?run=${run.id}`)}
            />
          )}
        </Match>
        <Match when={askedFor("remove")}>
          {(action) => (
            <ConfirmDialog
              title={text.removeTitle(action().name)}
              lead={text.removeLead}
              ends={text.removeEnds(countOf(action().monitors))}
              confirm={text.remove}
              onClose={close}
              onConfirm={async () => {
                const { id, name } = action();
                await removeAction(id);
                close();
                actions.reload();
                showToast(text.removed(name));
              }}
            />
          )}
        </Match>
      </Switch>
    </>
  );
}

function Name(props: { action: Action }) {
  const { method, url } = props.action.config as { method?: string; url?: string };
  return (
    <span class="table__main">
      <a class="strong" href={`/admin/actions/${props.action.id}`}>
        {props.action.name}
      </a>
      <span class="small soft break">
        {method} {url}
      </span>
    </span>
  );
}

/** A monitor may run it both ways. */
function countOf(links: Action["monitors"]): number {
  return new Set(links.map(({ monitorId }) => monitorId)).size;
}
