import { Show } from "solid-js";
import type { Monitor } from "../../../../src/schema/monitor.ts";

export function MonitorAddress(props: { monitor: Monitor }) {
  const isLink = () => /^https?:\/\//i.test(props.monitor.address);
  return (
    <Show when={props.monitor.address}>
      {(address) => (
        <Show when={isLink()} fallback={<code class="break">{address()}</code>}>
          <a class="break" href={address()} target="_blank" rel="noreferrer">
            {address()}
          </a>
        </Show>
      )}
    </Show>
  );
}
