import { createLoad } from "../../../lib/load.ts";
import { Loaded } from "../../../ui/Loaded.tsx";
import { getPublicPage, getStoredLayout, listPlaceableMonitors } from "../../api/layout.ts";
import { PageBuilder } from "./PageBuilder.tsx";

export default function PageBuilderPage() {
  const load = createLoad(async (signal) => {
    const [stored, monitors, page] = await Promise.all([
      getStoredLayout(signal),
      listPlaceableMonitors(signal),
      getPublicPage(signal),
    ]);
    return { stored, monitors, page };
  });
  return <Loaded load={load}>{(found) => <PageBuilder {...found()} />}</Loaded>;
}
