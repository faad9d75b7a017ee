import { For, type JSX, onMount, Show } from "solid-js";
import type { Form } from "../lib/form.ts";
import { Notice } from "./Notice.tsx";

/** A form with, above its fields, what the server says about none of them. */
export function FormView<T extends object>(props: {
  form: Form<T>;
  label: string;
  /** The page is there for this form: its first field takes the focus. */
  isMain?: boolean;
  children: JSX.Element;
}) {
  let element!: HTMLFormElement;
  onMount(() => props.isMain && element.querySelector("input")?.focus());
  return (
    <form
      ref={element}
      class="form"
      novalidate
      aria-label={props.label}
      onSubmit={(event) => props.form.onSubmit(event)}
    >
      <Show when={props.form.summary().length > 0}>
        <Notice tone="bad" isSummary>
          <For each={props.form.summary()}>{(sentence) => <p>{sentence}</p>}</For>
        </Notice>
      </Show>
      {props.children}
    </form>
  );
}
