export function initialsOf(nameOrEmail: string): string {
  const [name = ""] = nameOrEmail.split("@");
  const [first = "?", ...others] = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const last = others.at(-1) ?? "";
  return `${[...first][0] ?? ""}${[...last][0] ?? ""}`.toUpperCase();
}
