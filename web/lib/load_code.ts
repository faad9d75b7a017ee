import { type Component, lazy } from "solid-js";
import { returns, untilResponse } from "./connection.ts";

type Load<T> = () => Promise<T>;

/** Like `lazy`, but waits for a server that is down. */
// biome-ignore lint/suspicious/noExplicitAny: as Solid's own, for components of any props.
export function lazyCode<T extends Component<any>>(
  load: Load<{ default: T }>,
): T & { preload: Load<{ default: T }> } {
  return lazy(() => loadCode(load));
}

async function loadCode<T>(load: Load<T>, isAgain = false): Promise<T> {
  const before = returns();
  try {
    if (isAgain) await loadMissingStyles();
    return await load();
  } catch (error) {
    await untilResponse();
    // The server was not down, so its code has been replaced.
    if (isAgain && returns() === before) throw error;
    return await loadCode(load, true);
  }
}

/** Vite requests each style sheet only once, even if that fails. */
async function loadMissingStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(links.filter(({ sheet }) => sheet === null).map(loadStyle));
}

async function loadStyle(failed: HTMLLinkElement): Promise<void> {
  const link = failed.cloneNode() as HTMLLinkElement;
  await new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", reject);
    failed.replaceWith(link);
  });
}
