import { parseOwnPath } from "../../../src/domain/own_path.ts";
import type { User } from "../../../src/schema/user.ts";
import type { Place } from "../../lib/router.ts";
import { findPage, startPathOf } from "./pages.ts";

export const LOGIN_PATH = "/admin/login";
export const SET_UP_PATH = "/admin/setup";

/** Where somebody has to be instead of where they are, or null when they may stay. */
export function decideRedirect(
  place: Place,
  { user, isSetUpRequired }: { user: User | null; isSetUpRequired: boolean },
): string | null {
  if (!user) {
    const wanted = isSetUpRequired ? SET_UP_PATH : LOGIN_PATH;
    if (place.path === wanted) return null;
    return isSetUpRequired ? wanted : loginPathFor(place);
  }
  if (user.mustChangePassword) return null;
  if (place.path === LOGIN_PATH)
    return withError(
      returnPathOf(place) ?? startPathOf(user.role),
      new URLSearchParams(place.search).get("error"),
    );
  return findPage(place.path, user.role) ? null : startPathOf(user.role);
}

/** What `returnTo` asks for, in the query or, after single sign-on, in the fragment. */
export function returnPathOf({ search, hash }: Place): string | null {
  const wanted =
    new URLSearchParams(search).get("returnTo") ?? new URLSearchParams(hash.slice(1)).get("returnTo");
  const path = wanted === null ? null : parseOwnPath(wanted);
  return path?.startsWith(LOGIN_PATH) ? null : path;
}

/** Who was signed in all along is told, too, that signing in again did not work. */
function withError(path: string, error: string | null): string {
  if (error === null) return path;
  const url = new URL(path, "https://here.invalid");
  url.searchParams.set("error", error);
  return url.pathname + url.search + url.hash;
}

function loginPathFor({ path, search }: Place): string {
  const isStart = path === "/admin" || path === SET_UP_PATH;
  return isStart ? LOGIN_PATH : `${LOGIN_PATH}?${new URLSearchParams({ returnTo: path + search })}`;
}
