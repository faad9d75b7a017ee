import { createMemo, createSignal, createUniqueId, For, Show } from "solid-js";
import { Button } from "./Button.tsx";
import { FieldError } from "./Field.tsx";
import { text } from "./text.ts";

export interface PickerOption {
  id: number;
  label: string;
  /** A word beside it, such as its kind. */
  note?: string;
}

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

  const byId = createMemo(() => new Map(props.options.map((option) => [option.id, option])));
  const found = createMemo(() => {
    const words = search().trim().toLowerCase();
    const chosen = new Set(props.chosen);
    return props.options.filter(
      (option) => !chosen.has(option.id) && option.label.toLowerCase().includes(words),
    );
  });
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
            <Show when={shown().length > 0} fallback={<p class="picker__none">{text.nothingFound}</p>}>
              <div id={`${id}-list`} role="listbox" aria-label={props.label}>
                <For each={shown()}>
                  {(option, at) => (
                    <button
                      type="button"
                      class="picker__option"
                      id={`${id}-${option.id}`}
                      role="option"
                      tabindex={-1}
                      aria-selected={at() === active()}
                      onClick={() => choose(option)}
                    >
                      <span class="break">{option.label}</span>
                      <Show when={option.note}>
                        <span class="small soft">{option.note}</span>
                      </Show>
                    </button>
                  )}
                </For>
              </div>
            </Show>
            <Show when={found().length > MOST_SHOWN}>
              <p class="picker__none">{text.more(found().length - MOST_SHOWN)}</p>
            </Show>
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
        <ul class="chips plain" aria-label={text.chosen(props.chosen.length)}>
          <For each={props.chosen}>
            {(chosen) => {
              const label = () => byId().get(chosen)?.label ?? `#${chosen}`;
              return (
                <li class="chip">
                  <span class="break">{label()}</span>
                  <Button
                    variant="quiet"
                    icon="close"
                    label={text.remove(label())}
                    onClick={() => props.onChange(props.chosen.filter((other) => other !== chosen))}
                  />
                </li>
              );
            }}
          </For>
        </ul>
      </Show>
    </div>
  );
}
