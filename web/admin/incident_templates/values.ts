import type { IncidentTemplate } from "../../../src/schema/incident_template.ts";

export type TemplateValues = Omit<IncidentTemplate, "id" | "builtIn" | "version">;

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
