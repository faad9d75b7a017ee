import { type Accessor, createEffect, createSignal } from "solid-js";
import type { Form } from "../lib/form.ts";
import { sayProblem } from "../lib/form_problems.ts";
import { headOf } from "../lib/mended.ts";

/** Problems of fields that the form has but doesn't show, such as those of another type. */
export function createUnseenProblems<T extends object>(
  form: Form<T>,
  root: () => HTMLElement,
): Accessor<readonly string[]> {
  const [unseen, setUnseen] = createSignal<readonly string[]>([]);
  createEffect(() => {
    const problems = form.problems().filter(({ path }) => headOf(path) in form.values);
    const shown = [...root().querySelectorAll(".field__error")].map((error) => error.textContent);
    setUnseen(problems.filter(({ message }) => !shown.includes(message)).map(sayProblem));
  });
  return unseen;
}
