import { createSignal, createUniqueId, For, Show } from "solid-js";
import { Button } from "./Button.tsx";
import { FieldError } from "./Field.tsx";
import { TagMark } from "./TagMark.tsx";
import { text } from "./text.ts";

interface TagValue {
  label: string;
  color: string;
}

const COLOURS = Object.keys(text.colours) as (keyof typeof text.colours)[];

export function TagInput(props: {
  label: string;
  hint?: string;
  error?: string | undefined;
  tags: readonly TagValue[];
  known: readonly TagValue[];
  onChange: (tags: readonly TagValue[]) => void;
}) {
  const id = createUniqueId();
  const [label, setLabel] = createSignal("");
  const [color, setColor] = createSignal<string>(COLOURS[0] ?? "#64748b");
  const knownAs = (name: string) => props.known.find((tag) => tag.label.toLowerCase() === name.toLowerCase());

  function type(value: string): void {
    setLabel(value);
    const found = knownAs(value.trim());
    if (found) setColor(found.color);
  }

  function add(): void {
    const name = knownAs(label().trim())?.label ?? label().trim();
    if (name === "") return;
    const others = props.tags.filter((tag) => tag.label !== name);
    props.onChange([...others, { label: name, color: color() }]);
    setLabel("");
  }

  return (
    <div class="field">
      <label class="field__label" for={id}>
        {props.label}
      </label>
      <div class="tag-input">
        <input
          class="input"
          id={id}
          autocomplete="off"
          list={`${id}-known`}
          placeholder={text.tagPlaceholder}
          aria-invalid={props.error !== undefined}
          aria-describedby={props.error ? `${id}-error` : undefined}
          value={label()}
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            add();
          }}
        />
        <datalist id={`${id}-known`}>
          <For each={props.known}>{(tag) => <option value={tag.label} />}</For>
        </datalist>
        <input
          type="color"
          class="colour"
          aria-label={text.tagColour}
          title={text.tagColour}
          list={`${id}-colours`}
          value={color()}
          onInput={(event) => setColor(event.currentTarget.value)}
        />
        <datalist id={`${id}-colours`}>
          <For each={COLOURS}>{(value) => <option value={value}>{text.colours[value]}</option>}</For>
        </datalist>
        <Button icon="plus" disabled={label().trim() === ""} onClick={add}>
          {text.add}
        </Button>
      </div>
      <FieldError id={`${id}-error`} message={props.error} />
      <Show when={props.hint}>
        <p class="field__hint">{props.hint}</p>
      </Show>
      <TagChips tags={props.tags} onChange={props.onChange} />
    </div>
  );
}

function TagChips(props: { tags: readonly TagValue[]; onChange: (tags: readonly TagValue[]) => void }) {
  return (
    <Show when={props.tags.length > 0}>
      <ul class="chips plain">
        <For each={props.tags}>
          {(tag) => (
            <li class="chip">
              <TagMark tag={tag} isBare />
              <Button
                variant="quiet"
                icon="close"
                label={text.remove(tag.label)}
                onClick={() => props.onChange(props.tags.filter((other) => other !== tag))}
              />
            </li>
          )}
        </For>
      </ul>
    </Show>
  );
}
