import { createSignal } from "solid-js";
import type { IncidentTemplate } from "../../../../src/schema/incident_template.ts";
import { createLoad } from "../../../lib/load.ts";
import { ButtonLink } from "../../../ui/Button.tsx";
import { ListCard } from "../../../ui/ListCard.tsx";
import type { MenuItem } from "../../../ui/MenuEntry.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { RemoveDialog } from "../../../ui/RemoveDialog.tsx";
import { RowMenu } from "../../../ui/RowMenu.tsx";
import type { Column } from "../../../ui/Table.tsx";
import { showOutcome } from "../../../ui/toast.ts";
import {
  listIncidentTemplates,
  removeIncidentTemplate,
  updateIncidentTemplate,
} from "../../api/incident_template.ts";
import { followMonitors, monitors } from "../../live/monitors.ts";
import { languageName } from "../../page/words/language_name.ts";
import { text } from "../../text/incident_template.ts";
import { ImpactBadge } from "../incidents/marks.tsx";
import { TemplateName } from "./TemplateName.tsx";

function usersOf(templateId: number): string[] | undefined {
  if (!monitors.isLoaded()) return undefined;
  return monitors
    .entries()
    .map((entry) => entry.peek())
    .filter((one) => one.autoIncidentMinutes !== null && one.autoIncidentTemplateId === templateId)
    .map(({ name }) => name);
}

export default function TemplatesPage() {
  followMonitors();
  const templates = createLoad(listIncidentTemplates);
  const [removed, setRemoved] = createSignal<IncidentTemplate>();

  const makeDefault = ({ id, name }: IncidentTemplate) =>
    showOutcome(async () => {
      await updateIncidentTemplate(id, { isDefault: true });
      templates.reload();
      return text.nowDefault(name);
    });

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
      <RemoveDialog
        what={removed()}
        ends={({ id }) => text.removeEnds(usersOf(id))}
        words={text}
        remove={({ id }) => removeIncidentTemplate(id)}
        onClose={() => setRemoved(undefined)}
        onRemoved={templates.reload}
      />
    </>
  );
}
