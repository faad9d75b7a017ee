import { PREFIX } from "../prefix.ts";
import { takeLink } from "./link.ts";

const PATH = `${PREFIX}/subscribe`;

/** The token of a link is only sent in request bodies. */
export function startSubscribing(): void {
  const open = async (token?: string) => (await import("./open.tsx")).openDialog(token);
  const follow = async () => {
    const token = takeLink();
    if (token === undefined) return;
    await open(token);
    history.replaceState(null, "", location.pathname + location.search);
  };
  follow();
  addEventListener("hashchange", follow);
  if (location.pathname === PATH && !document.querySelector(".empty-page")) open();
  document.addEventListener("click", (event) => {
    const isLink = (event.target as Element).closest(`a[href="${PATH}"]`);
    if (!isLink || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open().catch(() => location.assign(PATH));
  });
}
