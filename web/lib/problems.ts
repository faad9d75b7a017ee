import { ApiError, type Problem, toApiError } from "./api.ts";
import { headOf } from "./mended.ts";

/**
 * Sends despite the form's own problems, to show the server's along with them. Invalid fields must be sent as values
 * that the server rejects.
 */
export async function sendWithProblems<T>(own: readonly Problem[], send: () => Promise<T>): Promise<T> {
  if (own.length === 0) return await send();
  const heads = new Set(own.map(({ path }) => headOf(path)));
  const paths = new Set(own.map(({ path }) => path));
  let refused: ApiError;
  try {
    return await send();
  } catch (thrown) {
    refused = toApiError(thrown);
  }
  if (refused.status !== 400) throw refused;
  const others = refused.problems.filter(({ path }) => !paths.has(path) && !heads.has(path));
  throw new ApiError(400, { error: own[0]?.message ?? refused.message, problems: [...own, ...others] });
}

export function problemIn(problems: readonly Problem[], path: string): string | undefined {
  return problems.find((problem) => isInside(problem.path, path))?.message;
}

export function problemBeside(
  problems: readonly Problem[],
  path: string,
  names: readonly string[],
): string | undefined {
  return problems.find(
    (problem) =>
      isInside(problem.path, path) && !names.some((name) => isInside(problem.path, `${path}.${name}`)),
  )?.message;
}

function isInside(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
}
