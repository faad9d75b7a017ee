import { ApiError } from "../../../lib/api.ts";
import { createLoad } from "../../../lib/load.ts";
import { numberIn, place } from "../../../lib/router.ts";
import { LoadedPage } from "../../../ui/LoadedPage.tsx";
import { listIncidentTemplates } from "../../api/incident_template.ts";
import { listLocales } from "../../api/locale.ts";
import { text } from "../../text/incident_template.ts";
import { text as shell } from "../../text/shell.ts";
import { TemplateForm } from "./TemplateForm.tsx";

export default function TemplatePage() {
  const id = numberIn(place().path);
  const found = createLoad(async (signal) => {
    const [locales, templates] = await Promise.all([listLocales(signal), listIncidentTemplates(signal)]);
    const stored = templates.find((template) => template.id === id) ?? null;
    if (id !== 0 && !stored) throw new ApiError(404, { error: text.missing });
    return { locales, stored };
  });
  const title = () => {
    const name = found.data()?.stored?.name;
    return name ? text.editTitle(name) : shell.pages.editIncidentTemplate;
  };
  return (
    <LoadedPage
      title={id === 0 ? text.newTitle : title()}
      back={{ href: "/admin/incidents/templates", label: text.title }}
      load={found}
    >
      {(data) => <TemplateForm stored={data().stored} languages={data().locales.map(({ code }) => code)} />}
    </LoadedPage>
  );
}
