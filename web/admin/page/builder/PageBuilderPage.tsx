import { Show } from "solid-js";
import type { Page } from "../../../../src/schema/page.ts";
import { chosenPage } from "../../../lib/chosen_page.ts";
import { createLoad } from "../../../lib/load.ts";
import { Loaded } from "../../../ui/Loaded.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { getPublicPage, getStoredLayout, listPlaceableMonitors } from "../../api/layout.ts";
import { text } from "../../text/page_builder.ts";
import { OnPage } from "../pages/OnPage.tsx";
import { getPageLanguages } from "../words/page_languages.ts";
import { PageBuilder } from "./PageBuilder.tsx";

export default function PageBuilderPage() {
  return <OnPage part="layout">{(pages) => <Builder pages={pages()} />}</OnPage>;
}

function Builder(props: { pages: readonly Page[] }) {
  const others = () => props.pages.filter(({ key }) => key !== (chosenPage() ?? "main"));
  const load = createLoad(async (signal) => {
    const [stored, monitors, page, languages] = await Promise.all([
      getStoredLayout(signal),
      listPlaceableMonitors(signal),
      getPublicPage(signal),
      getPageLanguages(signal),
    ]);
    return { stored, monitors, page, languages };
  });
  return (
    <>
      <Show when={!load.data()}>
        <PageHeader title={text.title} lead={`${text.lead} ${text.publishes}`} />
      </Show>
      <Loaded load={load}>{(found) => <PageBuilder {...found()} otherPages={others()} />}</Loaded>
    </>
  );
}
