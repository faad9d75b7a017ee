import { createSignal, Match, Switch } from "solid-js";
import type { Page } from "../../../../src/schema/page.ts";
import { createLoad } from "../../../lib/load.ts";
import { Button } from "../../../ui/Button.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Table } from "../../../ui/Table.tsx";
import { listPages } from "../../api/page.ts";
import { text } from "../../text/pages.ts";
import { AddPageDialog } from "./AddPageDialog.tsx";
import { columnsOf } from "./page_columns.tsx";
import { RemovePageDialog } from "./RemovePageDialog.tsx";

type PageDeed = { deed: "add" | "remove"; page?: Page };

export default function PagesPage() {
  const load = createLoad(listPages);
  const [asked, setAsked] = createSignal<PageDeed>();
  const close = () => setAsked(undefined);
  const removed = () => (asked()?.deed === "remove" ? asked()?.page : undefined);
  return (
    <>
      <PageHeader
        title={text.title}
        lead={text.lead}
        actions={
          <Button variant="primary" icon="plus" onClick={() => setAsked({ deed: "add" })}>
            {text.add}
          </Button>
        }
      />
      <Loaded load={load}>
        {(pages) => (
          <div class="card">
            <Table
              caption={text.title}
              columns={columnsOf({
                duplicate: (page) => setAsked({ deed: "add", page }),
                remove: (page) => setAsked({ deed: "remove", page }),
              })}
              rows={pages()}
            />
          </div>
        )}
      </Loaded>
      <Switch>
        <Match when={asked()?.deed === "add"}>
          <AddPageDialog copyFrom={asked()?.page} onClose={close} />
        </Match>
        <Match when={removed()}>
          {(page) => <RemovePageDialog page={page()} onClose={close} onRemoved={load.reload} />}
        </Match>
      </Switch>
    </>
  );
}
