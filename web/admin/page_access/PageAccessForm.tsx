import { Show } from "solid-js";
import type { PageAccess } from "../../../src/schema/page_access.ts";
import { createForm } from "../../lib/form.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Choices } from "../../ui/Choices.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormView } from "../../ui/FormView.tsx";
import { Section, SectionActions } from "../../ui/Section.tsx";
import { TextArea } from "../../ui/TextInput.tsx";
import { showToast } from "../../ui/toast.ts";
import { updatePageAccess } from "../api/page_access.ts";
import { text } from "../text/page_access.ts";

const VISIBILITIES = [
  { value: "public", label: text.visibility.public, hint: text.visibility.publicHint },
  { value: "private", label: text.visibility.private, hint: text.visibility.privateHint },
] as const;

export function PageAccessForm(props: { stored: PageAccess }) {
  const form = createForm(toValues(props.stored), async (values) => {
    form.reset(toValues(await updatePageAccess(toAccess(values))));
    showToast(text.done);
  });
  return (
    <FormView form={form} label={text.title}>
      <div>
        <Section title={text.visibility.title} lead={text.visibility.lead}>
          <Choices
            legend={text.visibility.legend}
            value={form.values.private}
            choices={VISIBILITIES}
            onChange={form.set("private")}
          />
        </Section>
        <Section title={text.viewers.title} lead={text.viewers.lead}>
          <div class="stack">
            <Checkbox
              label={text.viewers.create}
              hint={text.viewers.createHint}
              error={form.problem("ssoCreateViewers")}
              isChecked={form.values.ssoCreateViewers}
              onChange={form.set("ssoCreateViewers")}
            />
            <Show when={form.values.ssoCreateViewers}>
              <Field
                label={text.viewers.domains}
                hint={text.viewers.domainsHint}
                error={form.problem("ssoViewerDomains")}
              >
                <TextArea value={form.values.ssoViewerDomains} onInput={form.set("ssoViewerDomains")} />
              </Field>
            </Show>
          </div>
        </Section>
        <SectionActions>
          <Button type="submit" variant="primary" isBusy={form.isBusy()}>
            {text.submit}
          </Button>
        </SectionActions>
      </div>
    </FormView>
  );
}

interface Values {
  private: "public" | "private";
  ssoCreateViewers: boolean;
  ssoViewerDomains: string;
}

function toValues(stored: PageAccess): Values {
  return {
    private: stored.private ? "private" : "public",
    ssoCreateViewers: stored.ssoCreateViewers,
    ssoViewerDomains: stored.ssoViewerDomains.join("\n"),
  };
}

function toAccess(values: Values): PageAccess {
  return {
    private: values.private === "private",
    ssoCreateViewers: values.ssoCreateViewers,
    ssoViewerDomains: values.ssoViewerDomains.split(/[\s,;]+/).filter(Boolean),
  };
}
