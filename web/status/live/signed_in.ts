import type { z } from "zod";
import { mayBeSignedIn, SIGNED_IN_COOKIE } from "../../../src/lib/signed_in_cookie.ts";
import type { Role } from "../../../src/schema/permission.ts";
import type { signedIn } from "../../../src/schema/session.ts";
import { word } from "./state.ts";

const AUTH = "/api/v1/auth";
const LOGOUT = `${AUTH}/logout`;

const PANEL = "/admin";

let role: Role | null = null;

export async function findSession(): Promise<void> {
  if (!mayBeSignedIn(document.cookie)) return;
  try {
    const response = await fetch(`${AUTH}/session`);
    // biome-ignore lint/suspicious/noDocumentCookie: the store of cookies is not everywhere.
    if (response.status === 401) document.cookie = `${SIGNED_IN_COOKIE}=; Path=/; Max-Age=0`;
    if (response.ok) role = ((await response.json()) as z.output<typeof signedIn>).user.role;
    addOwnLinks(document);
  } catch {
    // Treated as a visitor.
  }
}

export function addOwnLinks(page: ParentNode): void {
  if (role === null) return;
  page.querySelector(`.empty-page [href="${PANEL}"]`)?.remove();
  const form = page.querySelector(".sign-out") ?? addSignOut(page);
  if (role === "viewer" || form.querySelector("a")) return;
  const link = document.createElement("a");
  link.className = "button";
  link.href = PANEL;
  link.textContent = word("page.panel");
  form.prepend(link);
}

/** Must match `parts/SignOut.tsx`. */
function addSignOut(page: ParentNode): HTMLFormElement {
  const form = document.createElement("form");
  form.className = "sign-out";
  form.method = "post";
  form.setAttribute("action", LOGOUT);
  const button = document.createElement("button");
  button.className = "button";
  button.textContent = word("signIn.signOut");
  form.append(button);
  const navigation = page.querySelector(".svc-navigation");
  if (navigation) navigation.append(form);
  else page.querySelector(".skip")?.after(form);
  return form;
}

/** Whatever the response, the reloaded page shows whether someone is signed in. */
export function startSigningOut(): void {
  document.addEventListener("submit", async (event) => {
    if (!(event.target as Element).matches(".sign-out")) return;
    event.preventDefault();
    await fetch(LOGOUT, { method: "POST" }).catch(() => {});
    location.reload();
  });
}
