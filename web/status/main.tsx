import { createEffect, createSignal } from "solid-js";
import { hydrate } from "solid-js/web";
import "./css/status.css";
import { iconOf, titleOf } from "./head.ts";
import { followLive } from "./live/follow_live.ts";
import { closeMenus } from "./menus.ts";
import { StatusPage } from "./StatusPage.tsx";
import { startSubscribing } from "./subscribe/start.ts";
import type { Sent } from "./view.ts";

const root = document.getElementById("root");
const sent = JSON.parse(document.getElementById("sent")?.textContent ?? "null") as Sent | null;

if (root && sent) {
  const { view, options } = sent;
  const [page, setPage] = createSignal(sent.page);
  const [isStale, setStale] = createSignal(options.isStale === true);
  const [silentSince, setSilentSince] = createSignal<number | null>(null);
  hydrate(() => {
    createEffect(() => {
      document.title = titleOf(page(), view);
      document
        .querySelector('link[rel="icon"]')
        ?.setAttribute("href", iconOf(page(), isStale() || silentSince() !== null));
    });
    return (
      <StatusPage page={page} isStale={isStale} silentSince={silentSince} view={view} options={options} />
    );
  }, root);
  const shown = { page, setPage, setStale, setSilentSince, isWhole: view.kind === "home", options };
  if (options.copy) import("./live/follow_copy.ts").then(({ followCopy }) => followCopy(shown));
  else followLive(shown);
}
closeMenus();
if (!sent?.options.copy) startSubscribing();
