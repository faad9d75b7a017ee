import { type Accessor, batch, createSignal, onCleanup } from "solid-js";
import { createStore, unwrap } from "solid-js/store";
import { type ApiError, type Problem, toApiError } from "./api.ts";
import { type Conflict, type Edited, findConflict, type Sent, type Side, sentOf } from "./edit.ts";
import { headOf, withoutMended } from "./mended.ts";
import { isSame, merge } from "./merge.ts";
import { registerWork, takeDraft } from "./open_work.ts";
import { place } from "./router.ts";
import { user } from "./session.ts";
import { unseenWarnings } from "./warnings.ts";

export interface Form<T extends object> {
  values: T;
  /** For `onInput` of the field of that name. */
  set: <K extends keyof T>(name: K) => (value: T[K]) => void;
  /** What is stored now, and in which version. */
  reset: (values: T, stored?: unknown) => void;
  /** Something else on the page has saved a part of it: what was answered has the version to go on from. */
  follow: (stored: unknown) => void;
  /** The server's sentence for the field of that name. */
  problem: (name: keyof T & string) => string | undefined;
  /** Every problem of the last answer, for fields that hold fields of their own. */
  problems: Accessor<readonly Problem[]>;
  error: Accessor<ApiError | undefined>;
  /** What stands above the form: sentences that belong to none of its fields. */
  summary: Accessor<readonly string[]>;
  /** Somebody else has saved meanwhile. */
  conflict: Accessor<Conflict<T> | undefined>;
  /** Goes on from what the other one has saved. */
  resolveConflict: (take: Side) => void;
  isBusy: Accessor<boolean>;
  /** Where fields have warned by themselves. */
  seenWarnings: Set<string>;
  /** What the answer of a save warns of beside that. */
  warningsIn: (answer: unknown) => readonly string[];
  /** What stands in the fields was typed before signing in again. */
  isRestored: Accessor<boolean>;
  /** Shows what another request than the form's own has refused; undefined takes it away again. */
  fail: (thrown: unknown) => void;
  /** Something was typed that is not saved. */
  isDirty: () => boolean;
  onSubmit: (event: SubmitEvent) => void;
}

interface FormOptions<T extends object, S> {
  /** Where the form changes something that others may change at the same time. */
  edit?: Edited<T, S> | undefined;
  /** What is typed here stays nowhere, such as a password to sign in with. */
  isPassing?: boolean;
}

/** Keeps what was typed until it was taken, and puts each of the server's problems to its field. */
export function createForm<T extends object, S = unknown>(
  initial: T,
  submit: (values: T, sent: Sent<T>) => Promise<void>,
  { edit, isPassing = false }: FormOptions<T, S> = {},
): Form<T> {
  const name = nameOf(initial, edit?.stored);
  const draft = isPassing ? null : takeDraft(name, user()?.id ?? 0);
  const [values, setValues] = createStore<T>({ ...((draft?.values as T | undefined) ?? initial) });
  const [base, setBase] = createSignal<T>(copyOf((draft?.base as T | undefined) ?? initial));
  const [isRestored, setIsRestored] = createSignal(draft !== null);
  const [error, setError] = createSignal<ApiError>();
  const [problems, setProblems] = createSignal<readonly Problem[]>([]);
  const [conflict, setConflict] = createSignal<Conflict<T>>();
  const [isBusy, setIsBusy] = createSignal(false);
  const seenWarnings = new Set<string>();
  let version = draft ? draft.version : versionIn(edit?.stored);

  const isDirty = () => !isSame(values, base());

  onCleanup(
    registerWork({
      isOpen: () => isBusy() || isDirty(),
      draft: () => (isPassing || !isDirty() ? null : { name, values: unwrap(values), base: base(), version }),
    }),
  );

  function show(fault: ApiError | undefined): void {
    batch(() => {
      setError(fault);
      setProblems(fault?.problems ?? []);
    });
  }

  function summary(): readonly string[] {
    const fault = error();
    if (!fault) return [];
    if (fault.problems.length === 0) return [fault.message];
    return problems()
      .filter(({ path }) => !(headOf(path) in values))
      .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  }

  async function send(element: HTMLFormElement): Promise<void> {
    if (isBusy()) return;
    setIsBusy(true);
    try {
      const typed = { ...unwrap(values) };
      await submit(typed, sentOf(typed, { base: base(), version, ties: edit?.ties }));
      batch(() => {
        show(undefined);
        setConflict(undefined);
      });
    } catch (thrown) {
      await refuse(toApiError(thrown));
      queueMicrotask(() => focusFault(element));
    } finally {
      setIsBusy(false);
    }
  }

  async function refuse(fault: ApiError): Promise<void> {
    let shown: ApiError | undefined = fault;
    if (fault.conflict && edit) {
      try {
        const mine = { ...unwrap(values) };
        const found = await findConflict(edit, { ...fault.conflict, mine, base: base() });
        setConflict(() => found);
        shown = undefined;
      } catch (thrown) {
        shown = toApiError(thrown);
      }
    }
    show(shown);
  }

  function resolveConflict(take: Side): void {
    const found = conflict();
    if (!found) return;
    const mine = unwrap(values);
    const next =
      take === "theirs" ? found.theirs : (merge({ base: base(), theirs: found.theirs, mine }) as T);
    batch(() => {
      version = found.version;
      setBase(() => copyOf(found.theirs));
      setValues({ ...copyOf(next) });
      setConflict(undefined);
      show(undefined);
    });
    edit?.onTaken?.(found.stored as S);
  }

  return {
    values,
    set: (field) => (value) => {
      const known = problems();
      const before = known.length === 0 ? undefined : copyOf(values);
      batch(() => {
        setValues((current) => ({ ...current, [field]: value }));
        if (known.length > 0) setProblems(withoutMended(known, { before, after: unwrap(values) }));
      });
    },
    problem: (field) => problems().find(({ path }) => headOf(path) === field)?.message,
    problems,
    fail(thrown) {
      show(thrown === undefined ? undefined : toApiError(thrown));
      if (thrown === undefined) return;
      queueMicrotask(() => focusFault(document));
    },
    isDirty,
    reset(next, stored) {
      batch(() => {
        if (stored !== undefined) version = versionIn(stored);
        setBase(() => copyOf(next));
        setValues({ ...next });
        setIsRestored(false);
        setConflict(undefined);
        show(undefined);
      });
    },
    follow(stored) {
      // One further is this page's own; further still, somebody else was there too.
      if (version !== undefined && versionIn(stored) === version + 1) version++;
    },
    conflict,
    resolveConflict,
    error,
    summary,
    isBusy,
    seenWarnings,
    warningsIn: (answer) => unseenWarnings(answer, seenWarnings),
    isRestored,
    onSubmit(event) {
      event.preventDefault();
      void send(event.currentTarget as HTMLFormElement);
    },
  };
}

/** Of objects that have none, undefined. */
export function versionIn(stored: unknown): number | undefined {
  const found = (stored as { version?: unknown } | null | undefined)?.version;
  return typeof found === "number" ? found : undefined;
}

/** The same for the same fields of the same object on the same page. */
function nameOf(initial: object, stored: unknown): string {
  const id = (stored as { id?: unknown } | null | undefined)?.id ?? "";
  return [place().path, String(id), Object.keys(initial).join()].join(" ");
}

/** A store changes what it was given: what is compared later is a copy. */
function copyOf<T>(values: T): T {
  return structuredClone(unwrap(values));
}

function focusFault(form: ParentNode): void {
  const found =
    form.querySelector<HTMLElement>("[data-conflict]") ??
    form.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    form.querySelector<HTMLElement>("[data-summary]");
  found?.focus();
}
