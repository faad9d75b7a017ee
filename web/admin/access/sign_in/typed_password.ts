/** Kept in memory only, for the one page that would ask for it again. */
let typed = "";

export function keepTyped(password: string): void {
  typed = password;
}

export function takeTyped(): string {
  const password = typed;
  typed = "";
  return password;
}
