/** What somebody has just signed in with, for the one page that would ask for it again. It is in memory alone. */
let typed = "";

export function keepTyped(password: string): void {
  typed = password;
}

/** It is given out once. */
export function takeTyped(): string {
  const password = typed;
  typed = "";
  return password;
}
