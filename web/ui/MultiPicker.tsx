import { createMemo, createSignal, createUniqueId, Show } from "solid-js";
import { Chosen } from "./Chosen.tsx";
import { FieldError } from "./Field.tsx";
import { PickerList } from "./PickerList.tsx";
import type { PickerOption } from "./picker_option.ts";
import { findOptions } from "./picker_option.ts";
import { text } from "./text.ts";

const MOST_SHOWN = 50;

/** Several of many: a field to search in, its list, and what was chosen as chips below. */
export function MultiPicker(props: {
  label: string;
  hint?: string;
  error?: string | undefined;
  placeholder?: string;
  options: readonly PickerOption[];
  chosen: readonly number[];
  onChange: (chosen: readonly number[]) => void;
}) {
  const id = createUniqueId();
  const [search, setSearch] = createSignal("");
  const [isOpen, setIsOpen] = createSignal(false);
  const [active, setActive] = createSignal(0);
  let input!: HTMLInputElement;

  const found = createMemo(() => findOptions(props.options, { chosen: props.chosen, search: search() }));
  const shown = () => found().slice(0, MOST_SHOWN);
  const isListed = () => isOpen() && shown().length > 0;

  function choose(option: PickerOption | undefined): void {
    if (!option) return;
    props.onChange([...props.chosen, option.id]);
    setSearch("");
    setActive(0);
    input.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const last = Math.max(0, shown().length - 1);
    const moves: Record<string, number> = {
      ArrowDown: Math.min(last, active() + 1),
      ArrowUp: Math.max(0, active() - 1),
    };
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setActive(isOpen() ? next : 0);
      setIsOpen(true);
      document.getElementById(`${id}-${shown()[active()]?.id}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && isOpen()) {
      event.preventDefault();
      choose(shown()[active()]);
      // It would stay over what comes next in the form; typing and the arrows open it again.
      setIsOpen(false);
    } else if (event.key === "Escape" && isOpen()) {
      event.preventDefault();
      event.stopPropagation();
      setIsOpen(false);
    } else if (event.key === "Backspace" && search() === "") props.onChange(props.chosen.slice(0, -1));
  }

  return (
    <div class="field picker">
      <label class="field__label" for={id}>
        {props.label}
      </label>
      <div class="picker__box">
        <input
          ref={input}
          class="input"
          id={id}
          role="combobox"
          autocomplete="off"
          placeholder={props.placeholder ?? text.search}
          aria-expanded={isListed()}
          aria-controls={isListed() ? `${id}-list` : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isOpen() && shown()[active()] ? `${id}-${shown()[active()]?.id}` : undefined}
          aria-invalid={props.error !== undefined}
          aria-describedby={
            [props.error && `${id}-error`, props.hint && `${id}-hint`].filter(Boolean).join(" ") || undefined
          }
          value={search()}
          onInput={(event) => {
            setSearch(event.currentTarget.value);
            setActive(0);
            setIsOpen(true);
          }}
          onClick={() => setIsOpen(true)}
          onBlur={() => setIsOpen(false)}
          onKeyDown={onKeyDown}
        />
        <Show when={isListed() || (isOpen() && search() !== "")}>
          {/* The field keeps the focus while an option is pressed. */}
          <div class="picker__list" onPointerDown={(event) => event.preventDefault()}>
            <PickerList
              id={id}
              label={props.label}
              options={shown()}
              rest={found().length - shown().length}
              active={active()}
              onChoose={choose}
            />
          </div>
        </Show>
      </div>
      <FieldError id={`${id}-error`} message={props.error} />
      <Show when={props.hint}>
        <p class="field__hint" id={`${id}-hint`}>
          {props.hint}
        </p>
      </Show>
      <Show when={props.chosen.length > 0}>
        <Chosen label={props.label} options={props.options} chosen={props.chosen} onChange={props.onChange} />
      </Show>
    </div>
  );
}
