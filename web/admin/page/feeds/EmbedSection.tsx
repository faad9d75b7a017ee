import { createSignal, Show } from "solid-js";
import { createStore } from "solid-js/store";
import type { PublicPage } from "../../../../src/schema/public_page.ts";
import type { SubscriptionSettingsResponse } from "../../../../src/schema/subscription_settings.ts";
import { CopySheet } from "../../../ui/CopySheet.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Section } from "../../../ui/Section.tsx";
import { Segments } from "../../../ui/Segments.tsx";
import { Select } from "../../../ui/Select.tsx";
import { text } from "../../text/feeds.ts";
import { EmbedOriginsForm } from "./EmbedOriginsForm.tsx";
import { type EmbedLook, embedAttributes, embedForms, type Form } from "./snippets.ts";

const words = text.embed;
const optionsOf = <T extends string>(labels: Readonly<Record<T, string>>) =>
  (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }));
const POSITIONS = optionsOf(words.positions);
const WHENS = optionsOf(words.whens);
const THEMES = optionsOf(words.themes);

export function EmbedSection(props: {
  page: PublicPage;
  root: string;
  settings: SubscriptionSettingsResponse;
  isPrivate: boolean;
}) {
  const [look, setLook] = createStore<EmbedLook>({
    position: "bottom-right",
    when: "problems",
    theme: "auto",
    lang: "",
  });
  const [form, setForm] = createSignal<Form>("html");
  const site = () => ({ root: props.root, name: props.page.site.name });
  const forms = () => embedForms(site(), look);
  const languages = () => [
    { value: "", label: words.sameLanguage },
    ...props.page.locales.map(({ code, name }) => ({ value: code, label: name })),
  ];
  return (
    <Section title={words.title} lead={words.lead}>
      <div class="stack">
        <Show when={props.isPrivate}>
          <p class="small soft">{words.isPrivate}</p>
        </Show>
        <div class="feeds__choices">
          <Field label={words.position}>
            <Select
              value={look.position}
              options={POSITIONS}
              onChange={(value) => setLook("position", value)}
            />
          </Field>
          <Field label={words.when}>
            <Select value={look.when} options={WHENS} onChange={(value) => setLook("when", value)} />
          </Field>
          <Field label={words.theme}>
            <Select value={look.theme} options={THEMES} onChange={(value) => setLook("theme", value)} />
          </Field>
          <Field label={words.language}>
            <Select value={look.lang} options={languages()} onChange={(value) => setLook("lang", value)} />
          </Field>
        </div>
        <Segments
          legend={text.as}
          value={form()}
          options={(Object.keys(forms()) as Form[]).map((value) => ({ value, label: text.forms[value] }))}
          onChange={setForm}
        />
        <CopySheet label={words.code} value={forms()[form()] ?? ""} />
        <Show when={!props.isPrivate}>
          <Preview look={look} isFrame={form() === "frame"} locale={props.page.locale} />
        </Show>
        <Show
          when={form() === "frame"}
          fallback={
            <>
              <p class="small soft">{words.policyHint}</p>
              <CopySheet label={words.policy} value={`script-src ${props.root}; connect-src ${props.root}`} />
            </>
          }
        >
          <EmbedOriginsForm stored={props.settings} />
        </Show>
      </div>
    </Section>
  );
}

/** Runs the script itself, in a document with the panel's address and policy. */
function Preview(props: { look: EmbedLook; isFrame: boolean; locale: string }) {
  const document = () => {
    const position = props.isFrame ? "frame" : props.look.position;
    const attributes = embedAttributes({ ...props.look, position, when: "always" });
    const set = attributes.map(([key, value]) => ` data-${key}="${value}"`).join("");
    const scheme = props.look.theme === "auto" ? "light dark" : props.look.theme;
    return `<!doctype html><html lang="${props.locale}"><head><meta name="color-scheme" content="${scheme}"></head><body><script src="/embed.js"${set}></script></body></html>`;
  };
  return (
    <figure class="feeds__badge">
      <iframe class="feeds__embed" title={words.preview} srcdoc={document()} />
      <figcaption class="small soft">
        {words.preview}. {words.previewHint}
      </figcaption>
    </figure>
  );
}
