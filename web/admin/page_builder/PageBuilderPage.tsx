import { createLoad } from "../../lib/load.ts";
import { Loaded } from "../../ui/Loaded.tsx";
import { getLayout, getPublicPage, listPlaceableMonitors } from "../api/layout.ts";
import { PageBuilder } from "./PageBuilder.tsx";

export default function PageBuilderPage() {
  const load = createLoad(async (signal) => {
    const [tree, monitors, page] = await Promise.all([
      getLayout(signal),
      listPlaceableMonitors(signal),
      getPublicPage(signal),
    ]);
    return { tree, monitors, page };
  });
  return <Loaded load={load}>{(found) => <PageBuilder {...found()} />}</Loaded>;
}
