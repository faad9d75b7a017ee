import { createEffect, createUniqueId, For, on, Show } from "solid-js";
import { place } from "../../lib/router.ts";
import { currentUser } from "../../lib/session.ts";
import { Icon } from "../../ui/Icon.tsx";
import { canUse, isWithin, PAGES, type Page } from "../route/pages.ts";
import { text } from "../text/shell.ts";
import { failing, openIncidents } from "./nav_counts.ts";
import { isFoldable, isUnfolded, setUnfolded } from "./nav_groups.ts";

const GROUPS = Object.keys(text.groups) as (keyof typeof text.groups)[];

type Group = (typeof GROUPS)[number];

const MARKS: Partial<Record<Page["id"], { count: () => number; describe: (count: number) => string }>> = {
  monitors: { count: failing, describe: text.failing },
  incidents: { count: openIncidents, describe: text.openIncidents },
};

export function Navigation() {
  let element!: HTMLElement;
  // In a low window the current page's link may be scrolled out of view.
  createEffect(
    on(
      () => place().path,
      () =>
        requestAnimationFrame(() => {
          const link = element.querySelector("[aria-current]");
          if (link) reveal(link, element.closest("dialog") ?? element);
        }),
    ),
  );
  return (
    <nav ref={element} class="navigation" aria-label={text.navigation}>
      <For each={GROUPS}>{(group) => <NavigationGroup group={group} />}</For>
    </nav>
  );
}

/** `scrollIntoView` would scroll the page too. */
function reveal(link: Element, scroller: Element): void {
  const { top, bottom } = link.getBoundingClientRect();
  const frame = scroller.getBoundingClientRect();
  if (top < frame.top) scroller.scrollTop -= frame.top - top;
  else if (bottom > frame.bottom) scroller.scrollTop += bottom - frame.bottom;
}

function NavigationGroup(props: { group: Group }) {
  const id = createUniqueId();
  const pages = PAGES.filter((page) => page.group === props.group && canUse(currentUser().role, page));
  const isCurrent = () => pages.some((page) => isWithin(place().path, page));
  const isOpen = () => isUnfolded(props.group) || isCurrent();
  return (
    <Show when={pages.length > 0}>
      <div class="navigation__group">
        <Show
          when={isFoldable(props.group)}
          fallback={<p class="navigation__title">{text.groups[props.group]}</p>}
        >
          <button
            type="button"
            class="navigation__title navigation__fold"
            aria-expanded={isOpen()}
            aria-controls={id}
            onClick={() => setUnfolded(props.group, !isOpen())}
          >
            {text.groups[props.group]}
            <Icon name="right" />
          </button>
        </Show>
        <ul class="plain" id={id} hidden={!isOpen()}>
          <For each={pages}>{(page) => <NavigationLink page={page} />}</For>
        </ul>
      </div>
    </Show>
  );
}

function NavigationLink(props: { page: Page }) {
  const id = createUniqueId();
  const mark = () => MARKS[props.page.id];
  const count = () => mark()?.count() ?? 0;
  const current = () => {
    if (place().path === props.page.path) return "page";
    return isWithin(place().path, props.page) ? "true" : undefined;
  };
  return (
    <li>
      <a
        class="navigation__link"
        href={props.page.path}
        aria-current={current()}
        aria-describedby={count() > 0 ? id : undefined}
      >
        <Icon name={props.page.icon} />
        {text.pages[props.page.id]}
        <Show when={count() > 0}>
          <span class={`navigation__count navigation__count--${props.page.id}`} aria-hidden="true">
            {count()}
          </span>
          <span id={id} hidden>
            {mark()?.describe(count())}
          </span>
        </Show>
      </a>
    </li>
  );
}
