import { createSignal, Show } from "solid-js";
import type { Vault } from "../../../../src/schema/vault.ts";
import { ApiError } from "../../../lib/api.ts";
import { createLoad } from "../../../lib/load.ts";
import { navigate, numberIn, place } from "../../../lib/router.ts";
import { Button } from "../../../ui/Button.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { TryPanel } from "../../../ui/TryPanel.tsx";
import { showToast } from "../../../ui/toast.ts";
import { listVaults, testVault } from "../../api/vault.ts";
import { text as shell } from "../../text/shell.ts";
import { text } from "../../text/vault.ts";
import { RemoveVaultDialog } from "./RemoveVaultDialog.tsx";
import { SecretList } from "./SecretList.tsx";
import { VaultDialog } from "./VaultDialog.tsx";

export default function VaultPage() {
  const id = numberIn(place().path);
  const vault = createLoad(async (signal): Promise<Vault> => {
    const found = (await listVaults(signal)).find((one) => one.id === id);
    if (!found) throw new ApiError(404, { error: text.missing });
    return found;
  });
  const [asked, setAsked] = createSignal<"edit" | "remove">();
  const close = () => setAsked(undefined);
  return (
    <>
      <PageHeader
        title={vault.data()?.name ?? shell.pages.vault}
        back={{ href: "/admin/vaults", label: text.title }}
        lead={<Show when={vault.data()}>{(found) => text.kindHints[found().kind]}</Show>}
        actions={
          <Show when={vault.data()}>
            <div class="row">
              <Button icon="edit" onClick={() => setAsked("edit")}>
                {text.edit}
              </Button>
              <Button icon="trash" label={text.remove} onClick={() => setAsked("remove")} />
            </div>
          </Show>
        }
      />
      <Loaded load={vault}>
        {(found) => (
          <div class="stack stack--loose">
            <SecretList vault={found()} />
            <TryPanel
              lead={text.testLead[found().kind]}
              label={text.test}
              icon="play"
              failed={text.notTested}
              onTry={async () => {
                await testVault(id);
                return text.tested(found().name);
              }}
            />
            <Show when={asked() === "edit"}>
              <VaultDialog
                stored={found()}
                onClose={close}
                onDone={(saved) => {
                  close();
                  vault.set(saved);
                  showToast(text.saved(saved.name));
                }}
              />
            </Show>
            <Show when={asked() === "remove"}>
              <RemoveVaultDialog vault={found()} onClose={close} onDone={() => navigate("/admin/vaults")} />
            </Show>
          </div>
        )}
      </Loaded>
    </>
  );
}
