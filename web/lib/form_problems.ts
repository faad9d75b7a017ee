import { batch, createEffect, createSignal, on } from "solid-js";
import { type ApiError, type Problem, toApiError } from "./api.ts";
import { returns } from "./connection.ts";
import { headOf, withoutMended } from "./mended.ts";
import { text } from "./text.ts";

export function createFormProblems(values: object) {
  const [error, setError] = createSignal<ApiError>();
  const [problems, setProblems] = createSignal<readonly Problem[]>([]);
  createEffect(
    on(returns, () => error()?.message === text.unreachable && setError(undefined), { defer: true }),
  );
  return {
    error,
    problems,
    show(thrown: unknown): void {
      const fault = thrown === undefined ? undefined : toApiError(thrown);
      batch(() => {
        setError(fault);
        setProblems(fault?.problems ?? []);
      });
    },
    problem: (field: string) => problems().find(({ path }) => headOf(path) === field)?.message,
    dropMended(before: unknown, after: unknown): void {
      setProblems((known) => withoutMended(known, { before, after }));
    },
    summary(): readonly string[] {
      const fault = error();
      if (!fault) return [];
      if (fault.problems.length === 0) return [fault.message];
      return problems()
        .filter(({ path }) => !(headOf(path) in values))
        .map(sayProblem);
    },
  };
}

export function sayProblem({ path, message }: Problem): string {
  return path === "" ? message : `${path}: ${message}`;
}
