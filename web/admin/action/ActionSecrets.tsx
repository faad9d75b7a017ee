import { createMemo, createUniqueId, Index, Show } from "solid-js";
import type { Problem } from "../../lib/api.ts";
import { problemIn } from "../../lib/problems.ts";
import { Button } from "../../ui/Button.tsx";
import { Field, FieldError } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import type { VaultNames } from "../api/vault.ts";
import { text as actionText } from "../text/action.ts";
import type { ActionSecret } from "./values.ts";

const text = actionText.secrets;

export function ActionSecrets(props: {
  secrets: readonly ActionSecret[];
  vaults: VaultNames;
  problems: readonly Problem[];
  onChange: (secrets: readonly ActionSecret[]) => void;
}) {
  const id = createUniqueId();
  const known = createMemo(() =>
    props.vaults.flatMap(({ name, secrets }) =>
      secrets.map((secret) => ({ vault: name, secret: secret.name })),
    ),
  );
  const change = (at: number, secret: ActionSecret) => props.onChange(props.secrets.with(at, secret));
  const own = () => props.problems.find(({ path }) => path === "config.secrets")?.message;

  return (
    <div class="stack">
      <Index each={props.secrets}>
        {(secret, at) => (
          <div class="secret">
            <Field
              label={text.name}
              hint={text.use(secret().name)}
              error={problemIn(props.problems, `config.secrets[${at}].name`)}
            >
              <TextInput
                value={secret().name}
                autocomplete="off"
                spellcheck={false}
                onInput={(name) => change(at, { ...secret(), name })}
              />
            </Field>
            <Field label={text.secret} error={problemIn(props.problems, `config.secrets[${at}].vault`)}>
              <Select
                value={keyOf(secret().vault)}
                options={optionsFor(secret().vault, known())}
                onChange={(key) => {
                  if (key === keyOf(secret().vault)) return;
                  const [vault = "", name = ""] = JSON.parse(key) as string[];
                  change(at, { ...secret(), vault: { vault, secret: name } });
                }}
              />
            </Field>
            <Button
              variant="quiet"
              icon="trash"
              label={text.remove(secret().name || String(at + 1))}
              onClick={() => props.onChange(props.secrets.toSpliced(at, 1))}
            />
          </div>
        )}
      </Index>
      <FieldError id={id} message={own()} />
      <Show
        when={known().length > 0}
        fallback={
          <p class="small soft">
            {text.none} <a href="/admin/vaults">{text.openVaults}</a>
          </p>
        }
      >
        <div>
          <Button
            isSmall
            icon="plus"
            onClick={() => props.onChange([...props.secrets, { name: "", vault: { vault: "", secret: "" } }])}
          >
            {text.add}
          </Button>
        </div>
      </Show>
    </div>
  );
}

type InVault = ActionSecret["vault"];

function optionsFor(own: InVault, known: readonly InVault[]) {
  const isKnown = own.vault === "" || known.some((one) => keyOf(one) === keyOf(own));
  const all = isKnown ? known : [...known, own];
  return [
    { value: keyOf({ vault: "", secret: "" }), label: text.choose },
    ...all.map((one) => ({ value: keyOf(one), label: text.option(one.vault, one.secret) })),
  ];
}

function keyOf({ vault, secret }: InVault): string {
  return JSON.stringify([vault, secret]);
}
