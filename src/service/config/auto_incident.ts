import type { StoredConfiguration } from "../../data/document.ts";
import type { MonitorDocument } from "../../schema/document.ts";

type Templates = StoredConfiguration["templates"];

/** As an export has it: nothing when it is off, and no name for the default template. */
export function autoIncidentOf(
  { autoIncident }: MonitorDocument,
  templates: Templates,
): MonitorDocument["autoIncident"] {
  if (!autoIncident) return undefined;
  const { template, ...rest } = autoIncident;
  const isDefault = templates.some((one) => one.isDefault && one.name === template);
  return { enabled: true, ...rest, ...(template !== undefined && !isDefault && { template }) };
}

/** As it is stored. A template that is not there is refused before anything is written. */
export function ruleOf(body: MonitorDocument, templates: Templates) {
  const { afterMinutes = null, mode = "draft", template } = autoIncidentOf(body, templates) ?? {};
  return {
    autoIncidentMinutes: afterMinutes,
    autoIncidentMode: mode,
    autoIncidentTemplateId:
      template === undefined ? null : (templates.find(({ name }) => name === template)?.id ?? 0),
  };
}
