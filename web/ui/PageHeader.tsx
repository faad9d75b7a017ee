import { type JSX, onMount, Show } from "solid-js";
import { isMoved } from "../lib/router.ts";

/** The one h1. After a move inside the panel it takes the focus, so that a reader hears where they are. */
export function PageHeader(props: { title: string; lead?: JSX.Element; actions?: JSX.Element }) {
  let heading!: HTMLHeadingElement;
  onMount(() => {
    document.title = `${props.title} · Uptide`;
    if (isMoved()) heading.focus({ preventScroll: true });
  });
  return (
    <div class="page-header">
      <div class="page-header__text">
        <h1 ref={heading} tabindex={-1}>
          {props.title}
        </h1>
        <Show when={props.lead}>
          <p class="page-header__lead">{props.lead}</p>
        </Show>
      </div>
      <Show when={props.actions}>
        <div class="page-header__actions">{props.actions}</div>
      </Show>
    </div>
  );
}
