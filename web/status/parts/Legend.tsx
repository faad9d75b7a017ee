import { For, type JSX, Show } from "solid-js";
import { LETTERS } from "../blocks/bar_days.ts";
import { useStatusPage } from "../page_context.tsx";

const ALWAYS = ["operational", "degraded", "partial", "down"];

export function Legend(): JSX.Element {
  const { page, t, isStale } = useStatusPage();
  const days = () => page().monitors[0]?.uptime.days.length ?? 0;
  const statuses = () => {
    const known = page().monitors.flatMap(({ uptime }) => uptime.days.map(({ status }) => status));
    const shown = new Set<string>([...ALWAYS, ...known]);
    return Object.entries(LETTERS).filter(([status]) => shown.has(status));
  };
  const hasBars = () =>
    page()
      .layout.children.flatMap((node) => (node.type === "group" ? node.children : [node]))
      .some((node) => node.type === "monitor" && node.showUptimeBar);
  return (
    <Show when={hasBars() && !isStale()}>
      <p class="legend">
        {t("uptime.ago", { n: days() })} – {t("uptime.today")}
        <For each={statuses()}>
          {([status, letter]) => <span class={letter}>{t(`uptime.day.${status}`)}</span>}
        </For>
      </p>
    </Show>
  );
}
