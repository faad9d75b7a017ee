import { createMemo } from "solid-js";
import { ACTION_PLACEHOLDERS, secretPlaceholders } from "../../../src/domain/alert/placeholders.ts";
import type { Form } from "../../lib/form.ts";
import { problemBeside, problemIn } from "../../lib/problems.ts";
import { Field } from "../../ui/Field.tsx";
import { PairsInput } from "../../ui/PairsInput.tsx";
import { PlaceholderHelp } from "../../ui/PlaceholderHelp.tsx";
import { SecretInput } from "../../ui/SecretInput.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextArea, TextInput } from "../../ui/TextInput.tsx";
import { text } from "../text/action.ts";
import { type ActionValues, METHODS } from "./values.ts";

const METHOD_OPTIONS = METHODS.map((value) => ({ value, label: value }));

export function RequestFields(props: { form: Form<ActionValues> }) {
  const config = () => props.form.values.config;
  const set =
    <K extends keyof ActionValues["config"]>(name: K) =>
    (value: ActionValues["config"][K]) =>
      props.form.set("config")({ ...config(), [name]: value });
  const problem = (path: string) => problemIn(props.form.problems(), `config.${path}`);
  const known = createMemo(() => {
    const named = config().secrets.filter(({ name }) => name !== "");
    return [...ACTION_PLACEHOLDERS, ...named.flatMap(({ name }) => secretPlaceholders(name))];
  });
  return (
    <div class="stack">
      <Field label={text.url} hint={text.urlHint} error={problem("url")}>
        <TextInput
          value={config().url}
          autocomplete="off"
          spellcheck={false}
          inputmode="url"
          placeholder="https://deploy.example.com/restart"
          onInput={set("url")}
        />
        <PlaceholderHelp value={config().url} known={known()} path="config.url" />
      </Field>
      <Field label={text.method} error={problem("method")}>
        <Select value={config().method} options={METHOD_OPTIONS} onChange={set("method")} />
      </Field>
      <PairsInput
        label={text.headers}
        hint={text.headersHint}
        pairs={config().headers}
        error={problemBeside(
          props.form.problems(),
          "config.headers",
          config().headers.map(([name]) => name),
        )}
        problem={(name) => problem(`headers.${name}`)}
        onChange={set("headers")}
      />
      <Field label={text.body} hint={text.bodyHint} error={problem("body")}>
        <TextArea value={config().body} rows={8} isMono onInput={set("body")} />
        <PlaceholderHelp value={config().body} known={known()} path="config.body" />
      </Field>
      <Field label={text.signingSecret} hint={text.signingSecretHint} error={problem("signingSecret")}>
        <SecretInput value={config().signingSecret} onInput={set("signingSecret")} />
      </Field>
    </div>
  );
}
