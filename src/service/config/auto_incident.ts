import type { StoredConfiguration } from "../../data/document.ts";
import type { MonitorDocument } from "../../schema/document.ts";

type Templates = StoredConfiguration["templates"];

export function autoIncidentOf(
  { autoIncident }: MonitorDocument,
  templates: Templates,
): MonitorDocument["autoIncident"] {
  if (!autoIncident) return undefined;
  const { template, ...rest } = autoIncident;
  const isDefault = templates.some((one) => one.isDefault && one.name === template);
  return { enabled: true, ...rest, ...(template !== undefined && !isDefault && { template }) };
}

export function ruleOf(body: MonitorDocument, templates: Templates) {
  const { afterMinutes = null, mode = "draft", template } = autoIncidentOf(body, templates) ?? {};
  return {
    autoIncidentMinutes: afterMinutes,
    autoIncidentMode: mode,
    autoIncidentTemplateId:
      template === undefined ? null : (templates.find(({ name }) => name === template)?.id ?? 0),
  };
}
