import { createUniqueId, Index, Show } from "solid-js";
import type { FooterLink } from "../../../../src/schema/branding.ts";
import type { Form } from "../../../lib/form.ts";
import { problemIn } from "../../../lib/problems.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field, FieldError } from "../../../ui/Field.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { text } from "../../text/branding.ts";
import type { Values } from "./values.ts";

const MOST = 5;

export function LinksField(props: { form: Form<Values> }) {
  const id = createUniqueId();
  const links = () => props.form.values.footerLinks;
  const set = (next: FooterLink[]) => props.form.set("footerLinks")(next);
  const whole = () => props.form.problems().find(({ path }) => path === "footerLinks")?.message;
  const problemOf = (at: number, part: keyof FooterLink) =>
    problemIn(props.form.problems(), `footerLinks[${at}].${part}`);
  return (
    <fieldset class="pairs" aria-describedby={`${id}-hint ${id}-error`}>
      <legend class="group__legend">{text.links.title}</legend>
      <Index each={links()}>
        {(link, at) => (
          <div class="pairs__row">
            <Field label={text.links.label} isLabelHidden={at > 0} error={problemOf(at, "label")}>
              <TextInput
                value={link().label}
                onInput={(label) => set(links().with(at, { ...link(), label }))}
              />
            </Field>
            <Field label={text.links.url} isLabelHidden={at > 0} error={problemOf(at, "url")}>
              <TextInput
                value={link().url}
                inputmode="url"
                placeholder={text.links.placeholder}
                onInput={(url) => set(links().with(at, { ...link(), url }))}
              />
            </Field>
            <Button
              variant="quiet"
              icon="trash"
              label={text.links.remove(link().label || String(at + 1))}
              onClick={() => set(links().toSpliced(at, 1))}
            />
          </div>
        )}
      </Index>
      <FieldError id={`${id}-error`} message={whole()} />
      <Show when={links().length < MOST}>
        <div>
          <Button isSmall icon="plus" onClick={() => set([...links(), { label: "", url: "" }])}>
            {text.links.add}
          </Button>
        </div>
      </Show>
      <p class="field__hint" id={`${id}-hint`}>
        {text.links.hint}
      </p>
    </fieldset>
  );
}
