import { createSignal, Show } from "solid-js";
import type { IncidentTemplate } from "../../../../src/schema/incident_template.ts";
import { toApiError } from "../../../lib/api.ts";
import { createLoad } from "../../../lib/load.ts";
import { ButtonLink } from "../../../ui/Button.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { ListCard } from "../../../ui/ListCard.tsx";
import type { MenuItem } from "../../../ui/MenuEntry.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { RowMenu } from "../../../ui/RowMenu.tsx";
import type { Column } from "../../../ui/Table.tsx";
import { showToast } from "../../../ui/toast.ts";
import {
  listIncidentTemplates,
  removeIncidentTemplate,
  updateIncidentTemplate,
} from "../../api/incident_template.ts";
import { text } from "../../text/incident_template.ts";
import { ImpactBadge } from "../incidents/marks.tsx";
import { languageName } from "./languages.ts";
import { TemplateName } from "./TemplateName.tsx";

export default function TemplatesPage() {
  const templates = createLoad(listIncidentTemplates);
  const [removed, setRemoved] = createSignal<IncidentTemplate>();

  async function makeDefault({ id, name }: IncidentTemplate): Promise<void> {
    try {
      await updateIncidentTemplate(id, { isDefault: true });
      showToast(text.nowDefault(name));
      templates.reload();
    } catch (thrown) {
      showToast(toApiError(thrown).message);
    }
  }

  const itemsFor = (template: IncidentTemplate): MenuItem[] => [
    { kind: "link", label: text.edit, icon: "edit", href: `/admin/incidents/templates/${template.id}` },
    ...(template.isDefault
      ? []
      : [
          {
            kind: "action",
            label: text.makeDefault,
            icon: "check",
            onSelect: () => void makeDefault(template),
          } as const,
        ]),
    ...(template.builtIn
      ? []
      : [
          {
            kind: "action",
            label: text.remove,
            icon: "trash",
            isDanger: true,
            onSelect: () => setRemoved(template),
          } as const,
        ]),
  ];
  const columns: readonly Column<IncidentTemplate>[] = [
    { header: text.columns.name, kind: "lead", cell: (template) => <TemplateName template={template} /> },
    { header: text.columns.impact, cell: ({ impact }) => <ImpactBadge impact={impact} /> },
    {
      header: text.columns.languages,
      cell: ({ locales }) =>
        Object.keys(locales).map(languageName).join(", ") || <span class="soft">{text.onlyMain}</span>,
    },
    {
      header: text.columns.actions,
      kind: "end",
      cell: (template) => <RowMenu label={text.menu(template.name)} items={itemsFor(template)} />,
    },
  ];
  return (
    <>
      <PageHeader
        title={text.title}
        lead={text.lead}
        back={{ href: "/admin/incidents", label: text.back }}
        actions={
          <ButtonLink variant="primary" icon="plus" href="/admin/incidents/templates/new">
            {text.add}
          </ButtonLink>
        }
      />
      <ListCard load={templates} lines={3} caption={text.title} columns={columns} />
      <Show when={removed()}>
        {(template) => (
          <ConfirmDialog
            title={text.removeTitle(template().name)}
            lead={text.removeLead}
            ends={text.removeEnds}
            confirm={text.remove}
            onClose={() => setRemoved(undefined)}
            onConfirm={async () => {
              const { id, name } = template();
              await removeIncidentTemplate(id);
              setRemoved(undefined);
              templates.reload();
              showToast(text.removed(name));
            }}
          />
        )}
      </Show>
    </>
  );
}
