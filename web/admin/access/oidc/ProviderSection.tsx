import { createSignal, Match, Show, Switch } from "solid-js";
import type { OidcResponse, OidcTestResponse } from "../../../../src/schema/oidc.ts";
import { toApiError } from "../../../lib/api.ts";
import type { Form } from "../../../lib/form.ts";
import { Button } from "../../../ui/Button.tsx";
import { CopyField } from "../../../ui/CopyField.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { PasswordInput } from "../../../ui/PasswordInput.tsx";
import { Section } from "../../../ui/Section.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { testOidc } from "../../api/oidc.ts";
import { text } from "../../text/oidc.ts";
import type { OidcValues } from "./values.ts";

export function ProviderSection(props: { form: Form<OidcValues>; stored: OidcResponse }) {
  return (
    <Section title={text.provider.title} lead={text.provider.lead}>
      <div class="stack">
        <CopyField label={text.provider.redirectUri} value={props.stored.redirectUri} />
        <Field
          label={text.provider.issuer}
          hint={text.provider.issuerHint}
          error={props.form.problem("issuer")}
        >
          <TextInput
            type="url"
            placeholder="https://login.example.com"
            value={props.form.values.issuer}
            onInput={props.form.set("issuer")}
          />
        </Field>
        <ProviderTest issuer={props.form.values.issuer} />
        <Field label={text.provider.clientId} error={props.form.problem("clientId")}>
          <TextInput
            autocomplete="off"
            value={props.form.values.clientId}
            onInput={props.form.set("clientId")}
          />
        </Field>
        <Field
          label={text.provider.clientSecret}
          hint={props.stored.clientSecret ? text.provider.clientSecretKept : text.provider.clientSecretHint}
          error={props.form.problem("clientSecret")}
        >
          <PasswordInput
            autocomplete="off"
            value={props.form.values.clientSecret}
            onInput={props.form.set("clientSecret")}
          />
        </Field>
        <Field label={text.provider.scopes} error={props.form.problem("scopes")}>
          <TextInput value={props.form.values.scopes} onInput={props.form.set("scopes")} />
        </Field>
      </div>
    </Section>
  );
}

function ProviderTest(props: { issuer: string }) {
  const [isBusy, setIsBusy] = createSignal(false);
  const [result, setResult] = createSignal<OidcTestResponse>();
  const fault = () => {
    const found = result();
    return found?.ok === false ? found.error : undefined;
  };
  const success = () => {
    const found = result();
    return found?.ok ? found : undefined;
  };

  async function test(): Promise<void> {
    setIsBusy(true);
    try {
      setResult(await testOidc(props.issuer));
    } catch (error) {
      setResult({ ok: false, error: toApiError(error).message });
    }
    setIsBusy(false);
  }

  return (
    <div class="stack stack--tight">
      <div>
        <Button isSmall isBusy={isBusy()} disabled={props.issuer === ""} onClick={() => void test()}>
          {text.provider.test}
        </Button>
      </div>
      <div aria-live="polite">
        <Switch>
          <Match when={fault()}>
            {(sentence) => (
              <Notice tone="bad">
                <p>{sentence()}</p>
              </Notice>
            )}
          </Match>
          <Match when={success()}>
            {(found) => (
              <Notice tone="good">
                <p>{text.provider.testOk(found().keys)}</p>
                <Show when={found().authorizationEndpoint}>
                  <p class="mono">{found().authorizationEndpoint}</p>
                </Show>
              </Notice>
            )}
          </Match>
        </Switch>
      </div>
    </div>
  );
}
