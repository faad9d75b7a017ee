import { createSignal, Match, Switch } from "solid-js";
import type { Locale } from "../../../../src/schema/locale.ts";
import { createLoad } from "../../../lib/load.ts";
import { Button } from "../../../ui/Button.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Table } from "../../../ui/Table.tsx";
import { showOutcome, showToast } from "../../../ui/toast.ts";
import {
  listLocaleKeys,
  listLocales,
  makeDefaultLocale,
  removeLocale,
  updateLocale,
} from "../../api/locale.ts";
import { text } from "../../text/locale.ts";
import { AddLocaleDialog } from "./AddLocaleDialog.tsx";
import { columnsOf } from "./locale_columns.tsx";
import { itemsOf } from "./locale_menu.ts";

export default function LocalesPage() {
  const load = createLoad(async (signal) => {
    const [locales, keys] = await Promise.all([listLocales(signal), listLocaleKeys(signal)]);
    return { locales, keys };
  });
  const [asked, setAsked] = createSignal<Locale | "add">();
  const close = () => setAsked(undefined);
  const removed = () => {
    const found = asked();
    return found === "add" ? undefined : found;
  };

  const run = (deed: () => Promise<string>) =>
    showOutcome(async () => await deed().finally(() => load.reload()));
  const makeDefault = ({ code, name }: Locale) =>
    run(async () => {
      await makeDefaultLocale(code);
      return text.madeDefault(name);
    });
  const setShown = ({ code, name }: Locale, published: boolean) =>
    run(async () => {
      await updateLocale(code, { published });
      return published ? text.nowShown(name) : text.nowHidden(name);
    });

  return (
    <>
      <PageHeader
        title={text.title}
        lead={text.lead}
        actions={
          <Button variant="primary" icon="plus" onClick={() => setAsked("add")}>
            {text.add}
          </Button>
        }
      />
      <Loaded load={load}>
        {(data) => (
          <div class="card">
            <Table
              caption={text.title}
              columns={columnsOf(data().keys, (locale) =>
                itemsOf(locale, { makeDefault, setShown, remove: setAsked }),
              )}
              rows={data().locales}
            />
          </div>
        )}
      </Loaded>
      <Switch>
        <Match when={asked() === "add" && load.data()}>
          {(data) => <AddLocaleDialog present={data().locales} onClose={close} onAdded={load.reload} />}
        </Match>
        <Match when={removed()}>
          {(locale) => (
            <ConfirmDialog
              title={text.removeTitle(locale().name)}
              lead={text.removeLead}
              ends={text.removeEnds(Object.keys(locale().translations).length)}
              confirm={text.remove}
              onClose={close}
              onConfirm={async () => {
                const { code, name } = locale();
                await removeLocale(code);
                close();
                load.reload();
                showToast(text.removed(name));
              }}
            />
          )}
        </Match>
      </Switch>
    </>
  );
}
