import { createUniqueId, Show } from "solid-js";
import { Chosen } from "./Chosen.tsx";
import { FieldError } from "./Field.tsx";
import { createOptionList, type OptionChoice } from "./option_list.ts";
import { PickerList } from "./PickerList.tsx";
import type { PickerOption } from "./picker_option.ts";
import { text } from "./text.ts";

interface Props extends OptionChoice {
  label: string;
  hint?: string;
  error?: string | undefined;
  placeholder?: string;
}

export function MultiPicker(props: Props) {
  const id = createUniqueId();
  const list = createOptionList(props, id);
  let input!: HTMLInputElement;

  function choose(option: PickerOption): void {
    list.choose(option);
    input.focus();
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
          aria-expanded={list.isListed()}
          aria-controls={list.isListed() ? `${id}-list` : undefined}
          aria-autocomplete="list"
          aria-activedescendant={list.activeId()}
          aria-invalid={props.error !== undefined}
          aria-describedby={
            [props.error && `${id}-error`, props.hint && `${id}-hint`].filter(Boolean).join(" ") || undefined
          }
          value={list.search()}
          onInput={(event) => list.type(event.currentTarget.value)}
          onClick={() => list.setIsOpen(true)}
          onBlur={() => list.setIsOpen(false)}
          onKeyDown={(event) => list.onKeyDown(event)}
        />
        <Show when={list.isListed() || (list.isOpen() && list.search() !== "")}>
          {/* Without this, pressing an option would take the focus from the field. */}
          <div class="picker__list" onPointerDown={(event) => event.preventDefault()}>
            <PickerList
              id={id}
              label={props.label}
              options={list.shown()}
              rest={list.found().length - list.shown().length}
              active={list.active()}
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
