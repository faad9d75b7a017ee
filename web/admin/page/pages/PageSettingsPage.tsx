import { Show } from "solid-js";
import { chosenPage } from "../../../lib/chosen_page.ts";
import { createLoad } from "../../../lib/load.ts";
import { currentUser } from "../../../lib/session.ts";
import { ButtonLink } from "../../../ui/Button.tsx";
import { LoadedPage } from "../../../ui/LoadedPage.tsx";
import { listLocales } from "../../api/locale.ts";
import { getOfferedLanguages, getOtherAccess, getPage } from "../../api/page.ts";
import { mayUse } from "../../route/pages.ts";
import { text } from "../../text/pages.ts";
import { text as shell } from "../../text/shell.ts";
import { AccessForm } from "./AccessForm.tsx";
import { LanguagesForm } from "./LanguagesForm.tsx";
import { NameForm } from "./NameForm.tsx";
import { pathOf, ROOT } from "./paths.ts";

export default function PageSettingsPage() {
  const key = () => chosenPage() ?? "main";
  const mayAccess = mayUse(currentUser().role, "pageAccess");
  const load = createLoad(async (signal, wanted: string) => {
    const [page, access, offered, locales] = await Promise.all([
      getPage(signal, wanted),
      mayAccess ? getOtherAccess(signal, wanted) : null,
      getOfferedLanguages(signal, wanted),
      listLocales(signal),
    ]);
    return { page, access, offered, locales: locales.filter(({ published }) => published) };
  }, key);
  return (
    <LoadedPage
      title={load.data()?.page.name ?? shell.pages.pageSettings}
      back={{ href: ROOT, label: text.back }}
      load={load}
      actions={
        <Show when={load.data()}>
          <div class="row">
            <ButtonLink href={pathOf(key(), "layout")}>{text.layout}</ButtonLink>
            <ButtonLink href={pathOf(key(), "branding")}>{text.branding}</ButtonLink>
          </div>
        </Show>
      }
    >
      {(found) => (
        <Show when={found().page.key} keyed>
          {(_) => (
            <>
              <NameForm stored={found().page} onSaved={(page) => load.set({ ...found(), page })} />
              <Show when={!found().page.isDefault}>
                <Show when={found().access}>
                  {(access) => <AccessForm pageKey={key()} stored={access()} />}
                </Show>
                <LanguagesForm pageKey={key()} stored={found().offered} locales={found().locales} />
              </Show>
            </>
          )}
        </Show>
      )}
    </LoadedPage>
  );
}
