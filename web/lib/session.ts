import { batch, createSignal } from "solid-js";
import type { z } from "zod";
import type { OwnUser, signedIn } from "../../src/schema/session.ts";
import { ApiError, keepSession, onTwoFactorMissing, request, type SessionMark } from "./api.ts";
import { dropEarly } from "./early.ts";
import { dropDrafts, dropDraftsOfOthers, hasOpenWork, keepDrafts } from "./open_work.ts";
import { isZoneOutdated, keepAccountZone } from "./zone.ts";

const SHARED = "uptide.user";
const START = "/admin";
const SESSION = "/api/v1/auth/session";

const [user, setUser] = createSignal<OwnUser | null | undefined>(undefined);
const [hasEnded, setHasEnded] = createSignal(false);
const [isSignInAsked, setIsSignInAsked] = createSignal(false);

export { hasEnded, isSignInAsked, user };

let waiting: ((isAgain: boolean) => void)[] = [];

/** A new object per sign-in, because a late response says nothing about later sessions. */
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

onTwoFactorMissing(() => {
  if (user() && !user()?.mustSetUpTwoFactor) void loadSession().catch(() => undefined);
});

window.addEventListener("storage", ({ key, newValue }) => {
  if (key === SHARED) followOtherTab(newValue ?? "");
});

export async function loadSession(): Promise<void> {
  const asked = mark;
  try {
    const response = await request<z.output<typeof signedIn>>("GET", SESSION, { isGuest: true });
    if (asked !== mark) return;
    if (asked.userId === response.user.id && !isSignInAsked()) showUser(response.user);
    else beginSession(response.user);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    if (asked !== mark) return;
    dropEarly();
    endMark();
    setUser(null);
  }
}

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
  resolveWaiting(true);
  keepAccountZone(next.timeZone);
  if (isZoneOutdated() && !hasOpenWork()) window.location.reload();
}

export async function checkSession(): Promise<void> {
  await request("GET", SESSION).catch(() => undefined);
}

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
  resolveWaiting(false);
}

export function giveUpSession(): void {
  dropEarly();
  endMark();
  batch(() => {
    if (user()) setHasEnded(true);
    setIsSignInAsked(false);
    setUser(null);
  });
  resolveWaiting(false);
}

export function currentUser(): OwnUser {
  const found = user();
  if (!found) throw new Error("no one is signed in");
  return found;
}

/** Another user must not see what was typed or loaded. */
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

function resolveWaiting(isAgain: boolean): void {
  const callers = waiting;
  waiting = [];
  for (const resolve of callers) resolve(isAgain);
}

function share(userId: string): void {
  try {
    localStorage.setItem(SHARED, userId);
  } catch {
    // Storage is disabled: other tabs notice by themselves.
  }
}
