import { batch, createSignal } from "solid-js";
import type { z } from "zod";
import type { OwnUser, signedIn } from "../../src/schema/session.ts";
import { ApiError, keepSession, onTwoFactorMissing, request, type SessionMark } from "./api.ts";
import { dropEarly } from "./early.ts";
import { dropDrafts, dropDraftsOfOthers, hasOpenWork, keepDrafts } from "./open_work.ts";

/** Who is signed in in this browser, told to its other tabs. */
const SHARED = "uptide.user";
const START = "/admin";
const SESSION = "/api/v1/auth/session";

/** Who is signed in here: undefined while that is asked, null for nobody. */
const [user, setUser] = createSignal<OwnUser | null | undefined>(undefined);
const [hasEnded, setHasEnded] = createSignal(false);
const [isSignInAsked, setIsSignInAsked] = createSignal(false);

/** The session ended while the panel was in use, and nobody has signed in since. */
/** It ended while something was typed: that stays, and signing in goes on over it. */
export { hasEnded, isSignInAsked, user };

let waiting: ((isAgain: boolean) => void)[] = [];

/** Another one from each sign-in on: an answer that comes late says nothing of the session after its own. */
let mark: SessionMark = { userId: null };

keepSession({
  current: () => mark,
  async ended(asked) {
    if (asked !== mark) return asked.userId !== null && asked.userId === mark.userId;
    if (!user() || !hasOpenWork()) {
      giveUpSession();
      return false;
    }
    if (!isSignInAsked()) share("");
    setIsSignInAsked(true);
    return await new Promise((resolve) => waiting.push(resolve));
  },
});

// It has been required while the panel was open.
onTwoFactorMissing(() => {
  if (user() && !user()?.mustSetUpTwoFactor) void loadSession().catch(() => undefined);
});

window.addEventListener("storage", ({ key, newValue }) => {
  if (key === SHARED) followOtherTab(newValue ?? "");
});

export async function loadSession(): Promise<void> {
  const asked = mark;
  try {
    const answer = await request<z.output<typeof signedIn>>("GET", SESSION, { isGuest: true });
    if (asked !== mark) return;
    if (asked.userId === answer.user.id && !isSignInAsked()) showUser(answer.user);
    else beginSession(answer.user);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    if (asked !== mark) return;
    dropEarly();
    endMark();
    setUser(null);
  }
}

/** Somebody has signed in, here or in another tab, or something of them has changed. */
export function beginSession(next: OwnUser): void {
  const before = user();
  if (before && before.id !== next.id) {
    startAnew(next.id);
    return;
  }
  mark = { userId: next.id };
  showUser(next);
}

function showUser(next: OwnUser): void {
  dropDraftsOfOthers(next.id);
  if (isSignInAsked() && (next.mustChangePassword || next.mustSetUpTwoFactor)) keepDrafts(next.id);
  batch(() => {
    setHasEnded(false);
    setIsSignInAsked(false);
    setUser(next);
  });
  share(String(next.id));
  answerWaiting(true);
}

/** Where the session may have ended. Resolves once somebody is signed in again, or nobody will be. */
export async function checkSession(): Promise<void> {
  await request("GET", SESSION).catch(() => undefined);
}

/** The user has left by their own will: nothing of theirs stays. */
export function leaveSession(): void {
  dropDrafts();
  dropEarly();
  endMark();
  share("");
  batch(() => {
    setHasEnded(false);
    setIsSignInAsked(false);
    setUser(null);
  });
  answerWaiting(false);
}

/** To the sign-in, whatever was typed. */
export function giveUpSession(): void {
  dropEarly();
  endMark();
  batch(() => {
    if (user()) setHasEnded(true);
    setIsSignInAsked(false);
    setUser(null);
  });
  answerWaiting(false);
}

/** For pages behind the sign-in, where there always is one. */
export function currentUser(): OwnUser {
  const found = user();
  if (!found) throw new Error("nobody is signed in");
  return found;
}

/** Somebody else than before: neither what was typed nor what was loaded is theirs to see. */
function startAnew(nextId: number): void {
  leaveSession();
  share(String(nextId));
  window.location.replace(START);
}

function followOtherTab(shared: string): void {
  const before = user();
  if (!before) return;
  if (shared === "") void checkSession();
  else if (shared !== String(before.id)) startAnew(Number(shared));
  else if (isSignInAsked()) void loadSession().catch(() => undefined);
  else mark = { userId: before.id };
}

function endMark(): void {
  mark = { userId: null };
}

function answerWaiting(isAgain: boolean): void {
  const told = waiting;
  waiting = [];
  for (const tell of told) tell(isAgain);
}

function share(userId: string): void {
  try {
    localStorage.setItem(SHARED, userId);
  } catch {
    // Other tabs find out by themselves where nothing may be kept.
  }
}
