import { createSignal, Show } from "solid-js";
import type { Vault } from "../../../../src/schema/vault.ts";
import { createLoad } from "../../../lib/load.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { Table } from "../../../ui/Table.tsx";
import { showToast } from "../../../ui/toast.ts";
import { listVaultSecrets } from "../../api/vault.ts";
import { text } from "./FieldNames.tsx";
import { RemoveSecretDialog } from "./RemoveSecretDialog.tsx";
import { SecretDialog } from "./SecretDialog.tsx";
import { columnsOf, type OpenDialog } from "./secret_columns.tsx";

export function SecretList(props: { vault: Vault }) {
  const secrets = createLoad(async (signal) => await listVaultSecrets(signal, props.vault.id));
  const [asked, setAsked] = createSignal<OpenDialog>();
  const close = () => setAsked(undefined);
  const add = () => (
    <Button icon="plus" variant="primary" onClick={() => setAsked({ deed: "add" })}>
      {text.add}
    </Button>
  );
  const editing = () => {
    const found = asked();
    if (found === undefined || found.deed === "remove") return undefined;
    return { stored: found.deed === "edit" ? found.secret : null };
  };
  const removing = () => {
    const found = asked();
    return found?.deed === "remove" ? found.secret : undefined;
  };

  function finish(message: string): void {
    close();
    secrets.reload();
    showToast(message);
  }

  return (
    <section class="card" aria-label={text.title}>
      <Loaded load={secrets}>
        {(list) => (
          <Show
            when={list().length > 0}
            fallback={
              <EmptyState icon="key" title={text.empty.title}>
                <p>{text.empty.lead}</p>
                {add()}
              </EmptyState>
            }
          >
            <div class="card__head">
              <h2>{text.title}</h2>
              {add()}
            </div>
            <Table caption={text.title} columns={columnsOf(props.vault, setAsked)} rows={list()} />
          </Show>
        )}
      </Loaded>
      <Show when={editing()} keyed>
        {({ stored }) => (
          <SecretDialog
            vault={props.vault}
            stored={stored}
            onClose={close}
            onDone={({ name }) => finish(stored ? text.saved(name) : text.created(name))}
          />
        )}
      </Show>
      <Show when={removing()}>
        {(secret) => (
          <RemoveSecretDialog
            vault={props.vault}
            secret={secret()}
            onClose={close}
            onDone={({ name }) => finish(text.removed(name))}
          />
        )}
      </Show>
    </section>
  );
}
