import { createLoad } from "../../../lib/load.ts";
import { Loaded } from "../../../ui/Loaded.tsx";
import { getPublicPage, getStoredLayout, listPlaceableMonitors } from "../../api/layout.ts";
import { OnPage } from "../pages/OnPage.tsx";
import { getPageLanguages } from "../words/page_languages.ts";
import { PageBuilder } from "./PageBuilder.tsx";

export default function PageBuilderPage() {
  return <OnPage part="layout">{() => <Builder />}</OnPage>;
}

function Builder() {
  const load = createLoad(async (signal) => {
    const [stored, monitors, page, languages] = await Promise.all([
      getStoredLayout(signal),
      listPlaceableMonitors(signal),
      getPublicPage(signal),
      getPageLanguages(signal),
    ]);
    return { stored, monitors, page, languages };
  });
  return <Loaded load={load}>{(found) => <PageBuilder {...found()} />}</Loaded>;
}
