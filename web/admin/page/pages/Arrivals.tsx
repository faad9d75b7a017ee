import { For, onCleanup, Show } from "solid-js";
import type { PageDetails } from "../../../../src/schema/page.ts";
import { createLoad } from "../../../lib/load.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { CopyField } from "../../../ui/CopyField.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { getPage } from "../../api/page.ts";
import { text } from "../../text/pages.ts";

const EVERY_MS = 5000;

export function Arrivals(props: { stored: PageDetails }) {
  const load = createLoad(
    async (signal, key) => (await getPage(signal, key)).arrivals,
    () => props.stored.key,
  );
  const arrivals = () => load.data() ?? props.stored.arrivals;
  const isWaiting = () => arrivals().some(({ at }) => at === null);
  const timer = setInterval(() => document.hidden || !isWaiting() || load.reload(), EVERY_MS);
  onCleanup(() => clearInterval(timer));
  return (
    <Show when={arrivals().length > 0}>
      <ul class="plain stack" aria-label={text.address.arrivals}>
        <For each={arrivals()}>
          {({ hostname, at }) => (
            <li class="stack">
              <p class="row">
                <strong class="break">{hostname}</strong>
                <Badge tone={at === null ? "warn" : "good"}>
                  {at === null ? text.address.waiting : text.address.arrived}
                </Badge>
                <Show when={at}>
                  {(first) => (
                    <span class="small soft">
                      {text.address.since} <RelativeTime at={first()} />
                    </span>
                  )}
                </Show>
              </p>
              <Show when={at === null}>
                <p class="small">{text.address.dns(hostname, location.hostname)}</p>
                <CopyField label={text.address.command} value={`npm run deploy -- --domain ${hostname}`} />
              </Show>
            </li>
          )}
        </For>
      </ul>
    </Show>
  );
}
