import type { IncidentTemplate } from "../../../../src/schema/incident_template.ts";
import { ApiError } from "../../../lib/api.ts";
import { type Edited, readTimeout } from "../../../lib/edit.ts";
import { listIncidentTemplates } from "../../api/incident_template.ts";
import { text } from "../../text/incident_template.ts";

export type TemplateValues = Pick<
  IncidentTemplate,
  "name" | "impact" | "isDefault" | "title" | "body" | "resolvedBody" | "locales"
>;

export function editOf(stored: IncidentTemplate): Edited<TemplateValues, IncidentTemplate> {
  return {
    stored,
    async read() {
      const found = (await listIncidentTemplates(readTimeout())).find(({ id }) => id === stored.id);
      if (!found) throw new ApiError(404, { error: text.missing });
      return found;
    },
    toValues: valuesOf,
    labels: { ...text.wordsOf, name: text.name, impact: text.impact, isDefault: text.useAsDefault },
  };
}

export function valuesOf(stored: IncidentTemplate | null): TemplateValues {
  if (!stored) {
    return {
      name: "",
      impact: "major",
      isDefault: false,
      title: "",
      body: "",
      resolvedBody: "",
      locales: {},
    };
  }
  const { name, impact, isDefault, title, body, resolvedBody, locales } = stored;
  return { name, impact, isDefault, title, body, resolvedBody, locales };
}
