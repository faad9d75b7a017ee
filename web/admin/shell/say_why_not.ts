import type { Role } from "../../../src/schema/permission.ts";
import { showToast } from "../../ui/toast.ts";
import { findPage } from "../route/pages.ts";
import { LOGIN_PATH, SET_UP_PATH } from "../route/redirect.ts";
import { text } from "../text/shell.ts";

const START_PATH = "/admin";

/** Who follows a link that leads nowhere for them ends at their first page: it is said why. */
export function sayWhyNot(path: string, role: Role): void {
  // Where everybody begins, each role at a page of its own.
  if (path === START_PATH || path === LOGIN_PATH || path === SET_UP_PATH || findPage(path, role)) return;
  const known = findPage(path, "admin");
  showToast(known ? text.forbidden(text.pages[known.id], text.roles[role]) : text.unknownPage);
}
