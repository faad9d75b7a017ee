import { children, createEffect, type JSX, onMount, Show } from "solid-js";
import { isMoved } from "../lib/router.ts";
import { setTabTitle } from "../lib/tab.ts";
import { Icon } from "./Icon.tsx";

/** Gets the focus after a navigation: screen readers announce the new page. */
export function PageHeader(props: {
  title: string;
  back?: { href: string; label: string };
  lead?: JSX.Element;
  actions?: JSX.Element;
}) {
  let heading!: HTMLHeadingElement;
  const lead = children(() => props.lead);
  createEffect(() => void setTabTitle(props.title));
  onMount(() => {
    if (isMoved()) heading.focus({ preventScroll: true });
  });
  return (
    <div class="page-header">
      <div class="page-header__text">
        <Show when={props.back}>
          {(back) => (
            <a class="page-header__back" href={back().href}>
              <Icon name="left" />
              {back().label}
            </a>
          )}
        </Show>
        <h1 ref={heading} tabindex={-1}>
          {props.title}
        </h1>
        <Show when={lead()}>
          <div class={typeof lead() === "string" ? "page-header__lead" : "page-header__more"}>{lead()}</div>
        </Show>
      </div>
      <Show when={props.actions}>
        <div class="page-header__actions">{props.actions}</div>
      </Show>
    </div>
  );
}
