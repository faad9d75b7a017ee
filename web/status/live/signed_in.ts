import { mayBeSignedIn, SIGNED_IN_COOKIE } from "../../../src/lib/signed_in_cookie.ts";
import { word } from "./state.ts";

const AUTH = "/api/v1/auth";
const LOGOUT = `${AUTH}/logout`;

let isSignedIn = false;

/** Nothing is asked for whom no cookie says that somebody may be signed in. */
export async function findSession(): Promise<void> {
  if (document.querySelector(".sign-out") || !mayBeSignedIn(document.cookie)) return;
  try {
    const { status, ok } = await fetch(`${AUTH}/session`);
    // biome-ignore lint/suspicious/noDocumentCookie: the store of cookies is not everywhere.
    if (status === 401) document.cookie = `${SIGNED_IN_COOKIE}=; Path=/; Max-Age=0`;
    isSignedIn = ok;
    addSignOut(document);
  } catch {
    // Who can't be told apart is a visitor.
  }
}

/** As `parts/SignOut.tsx` has it on a private page. */
export function addSignOut(page: ParentNode): void {
  if (!isSignedIn || page.querySelector(".sign-out")) return;
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
}

/** Whatever it answers: the page that is drawn then is the one for whoever is left. */
export function startSigningOut(): void {
  document.addEventListener("submit", async (event) => {
    if (!(event.target as Element).matches(".sign-out")) return;
    event.preventDefault();
    await fetch(LOGOUT, { method: "POST" }).catch(() => {});
    location.reload();
  });
}
