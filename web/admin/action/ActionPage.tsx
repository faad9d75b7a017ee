import { createLoad } from "../../lib/load.ts";
import { numberIn, place } from "../../lib/router.ts";
import { LoadedPage } from "../../ui/LoadedPage.tsx";
import { getAction } from "../api/action.ts";
import { listChannels } from "../api/channel.ts";
import { listVaultNames } from "../api/vault.ts";
import { text } from "../text/action.ts";
import { text as shell } from "../text/shell.ts";
import { ActionForm } from "./ActionForm.tsx";

export default function ActionPage() {
  const id = numberIn(place().path);
  const found = createLoad(async (signal) => {
    const [stored, channels, vaults] = await Promise.all([
      id === 0 ? null : getAction(signal, id),
      listChannels(signal),
      listVaultNames(signal),
    ]);
    return { stored, channels, vaults };
  });
  const title = () => {
    const name = found.data()?.stored?.name;
    return name ? text.editTitle(name) : shell.pages.editAction;
  };
  return (
    <LoadedPage
      title={id === 0 ? text.newTitle : title()}
      back={{ href: "/admin/actions", label: text.title }}
      load={found}
    >
      {(data) => <ActionForm {...data()} />}
    </LoadedPage>
  );
}
