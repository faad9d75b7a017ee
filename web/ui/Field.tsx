import { createContext, createUniqueId, type JSX, Show, useContext } from "solid-js";
import { Icon } from "./Icon.tsx";

interface FieldContext {
  id: string;
  describedBy: () => string | undefined;
  isInvalid: () => boolean;
  /** At the last cursor position, replacing the selection. */
  insert: (words: string, options?: { isApart: boolean }) => void;
}

const FieldContext = createContext<FieldContext>();

export function useField(): FieldContext {
  const ties = useContext(FieldContext);
  if (!ties) throw new Error("an input is used outside a Field");
  return ties;
}

interface FieldProps {
  label: string;
  hint?: JSX.Element;
  error?: string | undefined;
  isLabelHidden?: boolean;
  children: JSX.Element;
}

export function Field(props: FieldProps) {
  const id = createUniqueId();
  const ties: FieldContext = {
    id,
    describedBy: () => describedBy(id, props),
    isInvalid: () => props.error !== undefined,
    insert: (words, options) => insertIn(id, words, options),
  };
  return (
    <div class="field">
      <label class={props.isLabelHidden ? "visually-hidden" : "field__label"} for={id}>
        {props.label}
      </label>
      <FieldContext.Provider value={ties}>{props.children}</FieldContext.Provider>
      <FieldNotes id={id} error={props.error} hint={props.hint} />
    </div>
  );
}

interface Notes {
  error?: string | undefined;
  hint?: JSX.Element;
}

export function FieldNotes(props: Notes & { id: string }) {
  return (
    <>
      <FieldError id={`${props.id}-error`} message={props.error} />
      <Show when={props.hint}>
        <p class="field__hint" id={`${props.id}-hint`}>
          {props.hint}
        </p>
      </Show>
    </>
  );
}

export function describedBy(id: string, { error, hint }: Notes): string | undefined {
  return [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ") || undefined;
}

export function FieldError(props: { id: string; message: string | undefined }) {
  return (
    <Show when={props.message}>
      <p class="field__error" id={props.id}>
        <Icon name="warning" />
        <span>{props.message}</span>
      </p>
    </Show>
  );
}

function insertIn(id: string, words: string, { isApart = false } = {}): void {
  const input = document.getElementById(id);
  if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return;
  const from = input.selectionStart ?? input.value.length;
  const gap = isApart && /\S$/.test(input.value.slice(0, from)) ? " " : "";
  input.setRangeText(`${gap}${words}`, from, input.selectionEnd ?? from, "end");
  input.dispatchEvent(new InputEvent("input", { bubbles: true }));
  input.focus();
}
