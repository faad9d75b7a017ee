import { Show } from "solid-js";
import { queryOf, setQuery } from "../../lib/router.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { text } from "../text/config.ts";
import { ExportTab } from "./ExportTab.tsx";
import { ImportTab } from "./ImportTab.tsx";
import "./configuration.css";

const TABS = [
  { id: "import", label: text.tabs.import },
  { id: "export", label: text.tabs.export },
] as const;

export default function ConfigurationPage() {
  const tab = () => (queryOf("tab") === "export" ? "export" : "import");
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      <Tabs
        label={text.title}
        tabs={TABS}
        current={tab()}
        onChange={(next) => setQuery({ tab: next === "import" ? "" : next })}
      >
        {/* Hidden rather than unmounted, to keep pasted text. */}
        <div hidden={tab() !== "import"}>
          <ImportTab />
        </div>
        <Show when={tab() === "export"}>
          <ExportTab />
        </Show>
      </Tabs>
    </>
  );
}
