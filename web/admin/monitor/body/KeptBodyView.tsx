import { Show } from "solid-js";
import type { KeptBody } from "../../../../src/schema/kept_body.ts";
import { text } from "../../text/monitor_detail.ts";
import "./kept_body.css";

export function KeptBodyView(props: { body: KeptBody }) {
  const instead = () => (props.body.isBinary ? text.failure.bodyBinary : text.failure.bodyEmpty);
  return (
    <div class="stack stack--tight">
      <h3 class="small strong">{text.failure.body}</h3>
      <Show when={props.body.text !== ""} fallback={<p class="small soft">{instead()}</p>}>
        <section class="kept" aria-label={text.failure.body} tabindex={0}>
          <pre>{props.body.text}</pre>
        </section>
        <Show when={props.body.isCut}>
          <p class="small soft">{text.failure.bodyCut}</p>
        </Show>
      </Show>
    </div>
  );
}
