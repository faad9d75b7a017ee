import { type Accessor, batch, createSignal, onCleanup } from "solid-js";
import { createStore, unwrap } from "solid-js/store";
import { type ApiError, type Problem, toApiError } from "./api.ts";
import type { Conflict, Edited, Sent, Side } from "./edit.ts";
import { createFormProblems } from "./form_problems.ts";
import { isSame } from "./merge.ts";
import { registerWork, takeDraft } from "./open_work.ts";
import { place } from "./router.ts";
import { user } from "./session.ts";
import { copyOf, createStoredValues, versionIn } from "./stored_values.ts";
import { unseenWarnings } from "./warnings.ts";

export interface Form<T extends object> {
  values: T;
  set: <K extends keyof T>(name: K) => (value: T[K]) => void;
  reset: (values: T, stored?: unknown) => void;
  /** Takes over the version after another request saved a part of the same object. */
  follow: (stored: unknown) => void;
  problem: (name: keyof T & string) => string | undefined;
  problems: Accessor<readonly Problem[]>;
  error: Accessor<ApiError | undefined>;
  summary: Accessor<readonly string[]>;
  conflict: Accessor<Conflict<T> | undefined>;
  resolveConflict: (take: Side) => void;
  isBusy: Accessor<boolean>;
  seenWarnings: Set<string>;
  warningsIn: (response: unknown) => readonly string[];
  isRestored: Accessor<boolean>;
  fail: (thrown: unknown) => void;
  isDirty: () => boolean;
  onSubmit: (event: SubmitEvent) => void;
}

interface FormOptions<T extends object, S> {
  edit?: Edited<T, S> | undefined;
  /** Never keeps a draft, such as of a password. */
  isPassing?: boolean;
}

export function createForm<T extends object, S = unknown>(
  initial: T,
  submit: (values: T, sent: Sent<T>) => Promise<void>,
  { edit, isPassing = false }: FormOptions<T, S> = {},
): Form<T> {
  const start = findStart(initial, { stored: edit?.stored, isPassing });
  const [values, setValues] = createStore<T>({ ...start.values });
  const stored = createStoredValues(start, edit);
  const { error, problems, problem, summary, show, dropMended } = createFormProblems(values);
  const { isBusy, onSubmit } = createSubmission(send, refuse);
  const [isRestored, setIsRestored] = createSignal(start.isRestored);
  const seenWarnings = new Set<string>();

  const isDirty = () => !isSame(values, stored.get().base);
  const makeDraft = () => ({ name: start.name, values: unwrap(values), ...stored.get() });
  onCleanup(
    registerWork({
      isOpen: () => isBusy() || isDirty(),
      draft: () => (isPassing || !isDirty() ? null : makeDraft()),
    }),
  );

  async function send(): Promise<void> {
    const typed = { ...unwrap(values) };
    await submit(typed, stored.sentOf(typed));
    batch(() => {
      show(undefined);
      stored.endConflict();
    });
  }

  async function refuse(fault: ApiError): Promise<void> {
    try {
      const isConflict = await stored.findConflict(fault.conflict, { ...unwrap(values) });
      show(isConflict ? undefined : fault);
    } catch (thrown) {
      show(thrown);
    }
  }

  function resolveConflict(take: Side): void {
    const found = stored.conflict();
    if (!found) return;
    batch(() => {
      setValues(stored.resolveConflict(found, { take, mine: unwrap(values) }));
      show(undefined);
    });
    edit?.onTaken?.(found.stored as S);
  }

  function set<K extends keyof T>(field: K) {
    return (value: T[K]): void => {
      const before = problems().length > 0 ? copyOf(values) : undefined;
      batch(() => {
        setValues((current) => ({ ...current, [field]: value }));
        if (before) dropMended(before, unwrap(values));
      });
    };
  }

  function reset(next: T, from?: unknown): void {
    batch(() => {
      stored.reset(next, from);
      setValues({ ...next });
      setIsRestored(false);
      show(undefined);
    });
  }

  function fail(thrown: unknown): void {
    show(thrown);
    if (thrown !== undefined) queueMicrotask(() => focusFault(document));
  }

  const { conflict, follow } = stored;
  const warningsIn = (response: unknown) => unseenWarnings(response, seenWarnings);
  const shown = { values, problem, problems, error, summary, conflict, isBusy, isRestored, isDirty };
  return { ...shown, seenWarnings, warningsIn, set, reset, follow, resolveConflict, fail, onSubmit };
}

interface Start<T> {
  name: string;
  values: T;
  base: T;
  version: number | undefined;
  isRestored: boolean;
}

function findStart<T extends object>(
  initial: T,
  { stored, isPassing }: { stored: unknown; isPassing: boolean },
): Start<T> {
  const name = nameOf(initial, stored);
  const draft = isPassing ? null : takeDraft(name, user()?.id ?? 0);
  if (!draft) return { name, values: initial, base: initial, version: versionIn(stored), isRestored: false };
  const values = (draft.values as T | undefined) ?? initial;
  const base = (draft.base as T | undefined) ?? initial;
  return { name, values, base, version: draft.version, isRestored: true };
}

function createSubmission(send: () => Promise<void>, refuse: (fault: ApiError) => Promise<void>) {
  const [isBusy, setIsBusy] = createSignal(false);
  async function run(element: HTMLFormElement): Promise<void> {
    if (isBusy()) return;
    setIsBusy(true);
    try {
      await send();
    } catch (thrown) {
      await refuse(toApiError(thrown));
      queueMicrotask(() => focusFault(element));
    } finally {
      setIsBusy(false);
    }
  }
  return {
    isBusy,
    onSubmit(event: SubmitEvent): void {
      event.preventDefault();
      void run(event.currentTarget as HTMLFormElement);
    },
  };
}

function nameOf(initial: object, stored: unknown): string {
  const id = (stored as { id?: unknown } | null | undefined)?.id ?? "";
  return [place().path, String(id), Object.keys(initial).join()].join(" ");
}

function focusFault(form: ParentNode): void {
  const found =
    form.querySelector<HTMLElement>("[data-conflict]") ??
    form.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    form.querySelector<HTMLElement>("[data-summary]");
  found?.focus();
}
