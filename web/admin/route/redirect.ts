import { parseOwnPath } from "../../../src/domain/access/own_path.ts";
import type { OwnUser } from "../../../src/schema/session.ts";
import { isPanelPath, type Place } from "../../lib/router.ts";
import { findPage, startPathOf } from "./pages.ts";

export const LOGIN_PATH = "/admin/login";
export const SET_UP_PATH = "/admin/setup";
export const FORGOT_PATH = "/admin/forgot";
export const PASSWORD_PATH = "/admin/password";

export function decideRedirect(
  place: Place,
  { user, isSetUpRequired }: { user: OwnUser | null; isSetUpRequired: boolean },
): string | null {
  if (place.path === PASSWORD_PATH) return null;
  if (!user) {
    const wanted = isSetUpRequired ? SET_UP_PATH : LOGIN_PATH;
    if (place.path === wanted || (place.path === FORGOT_PATH && !isSetUpRequired)) return null;
    return isSetUpRequired ? wanted : loginPathFor(place);
  }
  if (user.mustChangePassword || user.mustSetUpTwoFactor) return null;
  if (place.path === SET_UP_PATH || place.path === FORGOT_PATH) return startPathOf(user.role);
  if (place.path === LOGIN_PATH) return withError(returnPathOf(place) ?? startPathOf(user.role), place);
  return findPage(place.path, user.role) ? null : startPathOf(user.role);
}

/** In the query or, after single sign-on, in the fragment. */
export function returnPathOf({ search, hash }: Place): string | null {
  const wanted =
    new URLSearchParams(search).get("returnTo") ?? new URLSearchParams(hash.slice(1)).get("returnTo");
  const path = wanted === null ? null : parseOwnPath(wanted);
  return path?.startsWith(LOGIN_PATH) ? null : path;
}

function withError(path: string, { search }: Place): string {
  const error = new URLSearchParams(search).get("error");
  if (!error || !isPanelPath(path)) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ error })}`;
}

function loginPathFor({ path, search }: Place): string {
  const isStart = path === "/admin" || path === SET_UP_PATH;
  return isStart ? LOGIN_PATH : `${LOGIN_PATH}?${new URLSearchParams({ returnTo: path + search })}`;
}
