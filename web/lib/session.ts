import { createSignal } from "solid-js";
import type { z } from "zod";
import type { signedIn } from "../../src/schema/session.ts";
import type { User } from "../../src/schema/user.ts";
import { ApiError, onSessionEnded, request } from "./api.ts";

/** Who is signed in here: undefined while that is asked, null for nobody. */
const [user, setUser] = createSignal<User | null | undefined>(undefined);
const [hasEnded, setHasEnded] = createSignal(false);

/** The session ended while the panel was in use, and nobody has signed in since. */
export { hasEnded, user };

onSessionEnded(() => {
  if (user()) setHasEnded(true);
  setUser(null);
});

export async function loadSession(): Promise<void> {
  try {
    const answer = await request<z.output<typeof signedIn>>("GET", "/api/v1/auth/session", { isGuest: true });
    beginSession(answer.user);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    setUser(null);
  }
}

export function beginSession(next: User): void {
  setHasEnded(false);
  setUser(next);
}

/** The user has left by their own will. */
export function leaveSession(): void {
  setHasEnded(false);
  setUser(null);
}

/** For pages behind the sign-in, where there always is one. */
export function currentUser(): User {
  const found = user();
  if (!found) throw new Error("nobody is signed in");
  return found;
}
