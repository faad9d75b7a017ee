import { Show } from "solid-js";
import type { Dashboard } from "../../../src/schema/dashboard.ts";
import { Notice } from "../../ui/Notice.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { text } from "../text/system.ts";

export default function UpdateNotice(props: { update: Dashboard["update"] }) {
  return (
    <Show when={props.update.newer}>
      {(newer) => (
        <Notice tone="info">
          <p>
            <strong>{text.update.there(newer().version)}</strong>{" "}
            <Show when={newer().publishedAt}>
              {(at) => (
                <>
                  {text.update.published} <RelativeTime at={at()} />.{" "}
                </>
              )}
            </Show>
            <Show when={newer().url}>
              {(url) => (
                <a href={url()} target="_blank" rel="noreferrer">
                  {text.update.notes}
                </a>
              )}
            </Show>
          </p>
          <p>
            {text.update.run} <code class="break">{props.update.command}</code>
          </p>
        </Notice>
      )}
    </Show>
  );
}
