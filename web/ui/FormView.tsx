import { For, type JSX, onMount, Show } from "solid-js";
import type { Side } from "../lib/edit.ts";
import type { Form } from "../lib/form.ts";
import { SeenWarnings } from "../lib/warnings.ts";
import { ConflictNotice } from "./ConflictNotice.tsx";
import { Notice } from "./Notice.tsx";
import { text } from "./text.ts";
import { createUnseenProblems } from "./unseen_problems.ts";

const FIRST_FIELD = "input:not([readonly])";

export function FormView<T extends object>(props: {
  form: Form<T>;
  label: string;
  isMain?: boolean;
  children: JSX.Element;
}) {
  let element!: HTMLFormElement;
  const unseen = createUnseenProblems(props.form, () => element);
  const summary = () => [...props.form.summary(), ...unseen()];
  onMount(() => props.isMain && element.querySelector<HTMLElement>(FIRST_FIELD)?.focus());

  function take(whose: Side): void {
    props.form.resolveConflict(whose);
    if (whose === "mine") element.requestSubmit();
    else queueMicrotask(() => element.querySelector<HTMLElement>(FIRST_FIELD)?.focus());
  }

  return (
    <form
      ref={element}
      class="form"
      novalidate
      aria-label={props.label}
      onSubmit={(event) => props.form.onSubmit(event)}
    >
      <Show when={props.form.isRestored()}>
        <Notice tone="info">
          <p>{text.restored}</p>
        </Notice>
      </Show>
      <Show when={props.form.conflict()}>
        {(conflict) => <ConflictNotice conflict={conflict()} isBusy={props.form.isBusy()} onResolve={take} />}
      </Show>
      <Show when={summary().length > 0}>
        <Notice tone="bad" isSummary>
          <For each={summary()}>{(sentence) => <p>{sentence}</p>}</For>
        </Notice>
      </Show>
      <SeenWarnings.Provider value={props.form.seenWarnings}>{props.children}</SeenWarnings.Provider>
    </form>
  );
}
