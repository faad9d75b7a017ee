import { createSignal, Show } from "solid-js";
import type { PublicPage } from "../../../../src/schema/public_page.ts";
import { Field } from "../../../ui/Field.tsx";
import { Section } from "../../../ui/Section.tsx";
import { Select } from "../../../ui/Select.tsx";
import { text } from "../../text/feeds.ts";
import { ResponsePreview } from "./ResponsePreview.tsx";
import { type BadgeLook, badgeSource } from "./snippets.ts";
import { TakeAlong } from "./TakeAlong.tsx";

const LOOKS = Object.keys(text.badges.styles) as BadgeLook[];

export function BadgeSection(props: { page: PublicPage; root: string; isPrivate: boolean }) {
  const [of, setOf] = createSignal("page");
  const [look, setLook] = createSignal<BadgeLook>("flat");
  const nameOf = () =>
    props.page.monitors.find(({ id }) => String(id) === of())?.name ?? props.page.site.name;
  const source = () =>
    badgeSource({ root: props.root, name: props.page.site.name }, { of: of(), name: nameOf(), look: look() });
  const choices = () => [
    { value: "page", label: text.badges.page },
    ...props.page.monitors.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <Section title={text.badges.title} lead={text.badges.lead}>
      <div class="stack">
        <Show when={props.isPrivate}>
          <p class="small soft">{text.onlySignedIn}</p>
        </Show>
        <div class="feeds__choices">
          <Field label={text.badges.what} hint={text.badges.onlyPlaced}>
            <Select value={of()} options={choices()} onChange={setOf} />
          </Field>
          <Field label={text.badges.style}>
            <Select
              value={look()}
              options={LOOKS.map((value) => ({ value, label: text.badges.styles[value] }))}
              onChange={setLook}
            />
          </Field>
        </div>
        <TakeAlong source={source()}>
          <Show
            when={look() !== "shields"}
            fallback={
              <>
                <p class="small soft">{text.badges.shields}</p>
                <ResponsePreview label={source().label} path={source().path} isOpen />
              </>
            }
          >
            <figure class="feeds__badge">
              <img src={source().path} alt={nameOf()} />
              <figcaption class="small soft">{text.badges.preview}</figcaption>
            </figure>
          </Show>
        </TakeAlong>
      </div>
    </Section>
  );
}
