import type { Role } from "../../../src/schema/permission.ts";
import { showToast } from "../../ui/toast.ts";
import { findPage } from "../route/pages.ts";
import { FORGOT_PATH, LOGIN_PATH, SET_UP_PATH } from "../route/redirect.ts";
import { text } from "../text/shell.ts";

const BEGINNINGS: ReadonlySet<string> = new Set(["/admin", LOGIN_PATH, SET_UP_PATH, FORGOT_PATH]);

export function sayWhyNot(path: string, role: Role): void {
  if (BEGINNINGS.has(path) || findPage(path, role)) return;
  const known = findPage(path, "admin");
  if (known) showToast(text.forbidden(text.pages[known.id], text.roles[role]));
}
