import { createSignal, Show } from "solid-js";
import type { Action } from "../../../src/schema/action.ts";
import { createLoad } from "../../lib/load.ts";
import { Badge } from "../../ui/Badge.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { ListCard } from "../../ui/ListCard.tsx";
import type { MenuItem } from "../../ui/MenuEntry.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RowMenu } from "../../ui/RowMenu.tsx";
import type { Column } from "../../ui/Table.tsx";
import { showOutcome } from "../../ui/toast.ts";
import { listActions, updateAction } from "../api/action.ts";
import { text } from "../text/action.ts";
import { ActionDialogs } from "./ActionDialogs.tsx";
import { ActionName, runnersOf } from "./action_cells.tsx";

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

  const flip = ({ id, enabled }: Action) =>
    showOutcome(async () => {
      const next = await updateAction(id, { enabled: !enabled });
      actions.reload();
      return text.switched(next.name, next.enabled);
    });

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
  const columns = columnsFor(itemsFor);
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
      <ListCard
        load={actions}
        caption={text.title}
        columns={columns}
        empty={{ icon: "bolt", ...text.empty, add: add }}
      />
      <ActionDialogs
        running={askedFor("run")}
        removing={askedFor("remove")}
        onClose={close}
        onRemoved={actions.reload}
      />
    </>
  );
}

function columnsFor(itemsFor: (action: Action) => MenuItem[]): readonly Column<Action>[] {
  return [
    { header: text.columns.name, kind: "lead", cell: (action) => <ActionName action={action} /> },
    {
      header: text.columns.state,
      cell: ({ enabled }) => (
        <Badge tone={enabled ? "good" : "neutral"}>{enabled ? text.enabled : text.disabled}</Badge>
      ),
    },
    { header: text.columns.monitors, cell: ({ monitors }) => text.monitorCount(runnersOf(monitors).length) },
    {
      header: text.columns.actions,
      kind: "end",
      cell: (action) => <RowMenu label={text.menu(action.name)} items={itemsFor(action)} />,
    },
  ];
}
