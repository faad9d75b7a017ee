import { type Accessor, createSignal } from "solid-js";
import { createStore, unwrap } from "solid-js/store";
import { type ApiError, type Problem, toApiError } from "./api.ts";

export interface Form<T extends object> {
  values: T;
  /** For `onInput` of the field of that name. */
  set: <K extends keyof T>(name: K) => (value: T[K]) => void;
  reset: (values: T) => void;
  /** The server's sentence for the field of that name. */
  problem: (name: keyof T & string) => string | undefined;
  /** Every problem of the last answer, for fields that hold fields of their own. */
  problems: Accessor<readonly Problem[]>;
  error: Accessor<ApiError | undefined>;
  /** What stands above the form: sentences that belong to none of its fields. */
  summary: Accessor<readonly string[]>;
  isBusy: Accessor<boolean>;
  /** Shows what another request than the form's own has refused; undefined takes it away again. */
  fail: (thrown: unknown) => void;
  /** Something was typed that is not saved. */
  isDirty: () => boolean;
  onSubmit: (event: SubmitEvent) => void;
}

/** Keeps what was typed until it was taken, and puts each of the server's problems to its field. */
export function createForm<T extends object>(initial: T, submit: (values: T) => Promise<void>): Form<T> {
  const [values, setValues] = createStore<T>({ ...initial });
  const [saved, setSaved] = createSignal(JSON.stringify(initial));
  const [error, setError] = createSignal<ApiError>();
  const [isBusy, setIsBusy] = createSignal(false);

  function problem(name: keyof T & string): string | undefined {
    return error()?.problems.find(({ path }) => headOf(path) === name)?.message;
  }

  function summary(): readonly string[] {
    const fault = error();
    if (!fault) return [];
    if (fault.problems.length === 0) return [fault.message];
    return fault.problems
      .filter(({ path }) => !(headOf(path) in values))
      .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  }

  async function send(element: HTMLFormElement): Promise<void> {
    if (isBusy()) return;
    setIsBusy(true);
    try {
      await submit({ ...unwrap(values) });
      setError(undefined);
    } catch (thrown) {
      setError(toApiError(thrown));
      queueMicrotask(() => focusFault(element));
    } finally {
      setIsBusy(false);
    }
  }

  return {
    values,
    set: (name) => (value) => setValues((before) => ({ ...before, [name]: value })),
    problems: () => error()?.problems ?? [],
    fail(thrown) {
      setError(thrown === undefined ? undefined : toApiError(thrown));
      if (thrown === undefined) return;
      queueMicrotask(() => focusFault(document));
    },
    isDirty: () => JSON.stringify(values) !== saved(),
    reset(next) {
      setSaved(JSON.stringify(next));
      setValues({ ...next });
      setError(undefined);
    },
    problem,
    error,
    summary,
    isBusy,
    onSubmit(event) {
      event.preventDefault();
      void send(event.currentTarget as HTMLFormElement);
    },
  };
}

/** `channels[2].name` belongs to the field `channels`. */
function headOf(path: string): string {
  return /^[^.[]*/.exec(path)?.[0] ?? "";
}

function focusFault(form: ParentNode): void {
  const found =
    form.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    form.querySelector<HTMLElement>("[data-summary]");
  found?.focus();
}
