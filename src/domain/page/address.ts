export type PageAddress =
  | { kind: "home" }
  | { kind: "incident"; id: number }
  | { kind: "post_mortem"; id: number }
  | { kind: "maintenance"; id: number }
  | { kind: "history"; page: number }
  | { kind: "subscribe" };

export const HISTORY_LIMIT = 25;

const ITEM = /^\/(incidents|maintenance)\/([1-9]\d{0,14})\/?$/;
const POST_MORTEM = /^\/incidents\/([1-9]\d{0,14})\/post-mortem\/?$/;

export function parsePageAddress({
  pathname,
  searchParams,
}: Pick<URL, "pathname" | "searchParams">): PageAddress | null {
  if (pathname === "/") return { kind: "home" };
  if (pathname === "/subscribe") return { kind: "subscribe" };
  if (pathname === "/history") {
    const page = searchParams.get("page") || "1";
    return /^[1-9]\d{0,5}$/.test(page) ? { kind: "history", page: Number(page) } : null;
  }
  const [, told] = POST_MORTEM.exec(pathname) ?? [];
  if (told !== undefined) return { kind: "post_mortem", id: Number(told) };
  const [, room, id] = ITEM.exec(pathname) ?? [];
  if (room === undefined) return null;
  return { kind: room === "incidents" ? "incident" : "maintenance", id: Number(id) };
}
