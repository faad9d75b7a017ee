import { createMemo, For, Show } from "solid-js";
import type { Action } from "../../../src/schema/action.ts";
import type { Channel } from "../../../src/schema/channel.ts";
import { createForm, type Form } from "../../lib/form.ts";
import { MESSAGE_PLACEHOLDERS } from "../../lib/placeholders.ts";
import { navigate } from "../../lib/router.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormView } from "../../ui/FormView.tsx";
import { LeaveGuard } from "../../ui/LeaveGuard.tsx";
import { MultiPicker } from "../../ui/MultiPicker.tsx";
import { PairsInput } from "../../ui/PairsInput.tsx";
import { PlaceholderHelp } from "../../ui/PlaceholderHelp.tsx";
import { SecretInput } from "../../ui/SecretInput.tsx";
import { Section, SectionActions } from "../../ui/Section.tsx";
import { Select } from "../../ui/Select.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { TextArea, TextInput } from "../../ui/TextInput.tsx";
import { showToast } from "../../ui/toast.ts";
import { createAction, updateAction } from "../api/action.ts";
import type { VaultNames } from "../api/vault.ts";
import { problemBeside, problemIn } from "../schema_form/context.ts";
import { text } from "../text/action.ts";
import { text as channelText } from "../text/channel.ts";
import { ActionSecrets } from "./ActionSecrets.tsx";
import { type ActionValues, editOf, METHODS, secretPlaceholders, toBody, valuesOf } from "./values.ts";
import "./actions.css";

const METHOD_OPTIONS = METHODS.map((value) => ({ value, label: value }));

export function ActionForm(props: {
  stored: Action | null;
  channels: readonly Channel[];
  vaults: VaultNames;
}) {
  const { stored } = props;
  const form = createForm(
    valuesOf(stored),
    async (values, sent) => {
      const body = toBody(values);
      const saved = stored ? await updateAction(stored.id, sent.only(body)) : await createAction(body);
      form.reset(values);
      showToast(stored ? text.saved(saved.name) : text.created(saved.name));
      navigate("/admin/actions", { isForced: true });
    },
    { edit: stored ? editOf(stored) : undefined },
  );
  return (
    <FormView form={form} label={stored ? text.editTitle(stored.name) : text.newTitle}>
      <LeaveGuard isDirty={form.isDirty} />
      <div>
        <Section title={text.what.title} lead={text.what.lead}>
          <Field label={text.name} error={form.problem("name")}>
            <TextInput
              value={form.values.name}
              autocomplete="off"
              maxlength={200}
              placeholder={text.namePlaceholder}
              onInput={form.set("name")}
            />
          </Field>
        </Section>
        <Section title={text.request.title} lead={text.request.lead}>
          <RequestFields form={form} />
        </Section>
        <Section title={text.secrets.title} lead={text.secrets.lead}>
          <ActionSecrets
            secrets={form.values.config.secrets}
            vaults={props.vaults}
            problems={form.problems()}
            onChange={(secrets) => form.set("config")({ ...form.values.config, secrets })}
          />
        </Section>
        <Section title={text.failure.title} lead={text.failure.lead}>
          <MultiPicker
            label={text.failureLabel}
            placeholder={text.failurePlaceholder}
            options={props.channels.map(({ id, name, type }) => {
              return { id, label: name, note: channelText.types[type] ?? type };
            })}
            chosen={form.values.failureNotifications}
            error={form.problem("failureNotifications")}
            onChange={form.set("failureNotifications")}
          />
        </Section>
        <Show when={stored}>{(action) => <LinkedMonitors action={action()} />}</Show>
        <Section title={text.state.title}>
          <Switch
            label={text.enabledLabel}
            hint={text.enabledHint}
            isOn={form.values.enabled}
            onChange={form.set("enabled")}
          />
        </Section>
        <SectionActions>
          <Button type="submit" variant="primary" isBusy={form.isBusy()}>
            {stored ? text.save : text.create}
          </Button>
          <ButtonLink variant="quiet" href="/admin/actions">
            {text.cancel}
          </ButtonLink>
        </SectionActions>
      </div>
    </FormView>
  );
}

function RequestFields(props: { form: Form<ActionValues> }) {
  const { form } = props;
  const config = () => form.values.config;
  const set =
    <K extends keyof ActionValues["config"]>(name: K) =>
    (value: ActionValues["config"][K]) =>
      form.set("config")({ ...config(), [name]: value });
  const problem = (path: string) => problemIn(form.problems(), `config.${path}`);
  const known = createMemo(() => ({ ...MESSAGE_PLACEHOLDERS, ...secretPlaceholders(config().secrets) }));
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
        <PlaceholderHelp value={config().url} known={known()} />
      </Field>
      <Field label={text.method} error={problem("method")}>
        <Select value={config().method} options={METHOD_OPTIONS} onChange={set("method")} />
      </Field>
      <PairsInput
        label={text.headers}
        hint={text.headersHint}
        pairs={config().headers}
        error={problemBeside(
          form.problems(),
          "config.headers",
          config().headers.map(([name]) => name),
        )}
        problem={(name) => problem(`headers.${name}`)}
        onChange={set("headers")}
      />
      <Field label={text.body} hint={text.bodyHint} error={problem("body")}>
        <TextArea value={config().body} rows={8} isMono onInput={set("body")} />
        <PlaceholderHelp value={config().body} known={known()} />
      </Field>
      <Field label={text.signingSecret} hint={text.signingSecretHint} error={problem("signingSecret")}>
        <SecretInput value={config().signingSecret} onInput={set("signingSecret")} />
      </Field>
    </div>
  );
}

function LinkedMonitors(props: { action: Action }) {
  const words = ({ onStatus, delayMinutes, cooldownMinutes }: Action["monitors"][number]) =>
    [
      text.monitors[onStatus],
      ...(delayMinutes > 0 ? [text.monitors.after(delayMinutes)] : []),
      ...(cooldownMinutes > 0 ? [text.monitors.cooldown(cooldownMinutes)] : []),
    ].join(", ");
  return (
    <Section title={text.monitors.title} lead={text.monitors.lead}>
      <ul class="stack stack--tight plain">
        <For each={props.action.monitors} fallback={<li class="soft">{text.monitors.none}</li>}>
          {(link) => (
            <li class="break">
              <a href={`/admin/monitors/${link.monitorId}?tab=alerts`}>{link.name}</a>{" "}
              <span class="soft small">{words(link)}</span>
            </li>
          )}
        </For>
      </ul>
    </Section>
  );
}
