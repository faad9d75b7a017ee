import { createLoad } from "../../lib/load.ts";
import { numberIn, place } from "../../lib/router.ts";
import { LoadedPage } from "../../ui/LoadedPage.tsx";
import { getAction } from "../api/action.ts";
import { listChannels } from "../api/channel.ts";
import { listVaultNames } from "../api/vault.ts";
import { text } from "../text/action.ts";
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
  return (
    <LoadedPage
      title={id === 0 ? text.newTitle : text.editTitle(found.data()?.stored?.name ?? "…")}
      back={{ href: "/admin/actions", label: text.title }}
      load={found}
    >
      {(data) => <ActionForm {...data()} />}
    </LoadedPage>
  );
}
