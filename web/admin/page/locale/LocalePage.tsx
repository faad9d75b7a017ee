import { Show } from "solid-js";
import { createLoad } from "../../../lib/load.ts";
import { place } from "../../../lib/router.ts";
import { LoadedPage } from "../../../ui/LoadedPage.tsx";
import { getLocale, listLocaleKeys } from "../../api/locale.ts";
import { text } from "../../text/locale.ts";
import { text as shell } from "../../text/shell.ts";
import { LocaleEditor } from "./LocaleEditor.tsx";

export default function LocalePage() {
  const code = () => place().path.split("/").at(-1) ?? "";
  const load = createLoad(async (signal, wanted: string) => {
    const [locale, keys] = await Promise.all([getLocale(signal, wanted), listLocaleKeys(signal, wanted)]);
    return { locale, keys };
  }, code);
  return (
    <LoadedPage
      title={load.data() ? text.editTitle(load.data()?.locale.name ?? "") : shell.pages.locale}
      back={{ href: "/admin/localization", label: text.back }}
      load={load}
    >
      {(found) => (
        <Show when={found().locale.code} keyed>
          {(_) => <LocaleEditor {...found()} />}
        </Show>
      )}
    </LoadedPage>
  );
}
