export function formatTextPath(root: string, path: readonly string[]): string {
  const parts = path.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return formatPath(root === "" ? parts : [root, ...parts]);
}

export function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    return text === "" ? String(part) : `${text}.${String(part)}`;
  }, "");
}
