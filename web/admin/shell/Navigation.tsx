import { createEffect, For, on, Show } from "solid-js";
import { place } from "../../lib/router.ts";
import { currentUser } from "../../lib/session.ts";
import { Icon } from "../../ui/Icon.tsx";
import { canUse, isWithin, PAGES } from "../route/pages.ts";
import { text } from "../text/shell.ts";

const GROUPS = Object.keys(text.groups) as (keyof typeof text.groups)[];

export function Navigation() {
  const pagesOf = (group: string) =>
    PAGES.filter((page) => page.group === group && canUse(currentUser().role, page));
  let element!: HTMLElement;
  // In a low window the current page's link may be scrolled out of view.
  createEffect(
    on(
      () => place().path,
      () =>
        requestAnimationFrame(() =>
          element.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" }),
        ),
    ),
  );
  return (
    <nav ref={element} class="navigation" aria-label={text.navigation}>
      <For each={GROUPS}>
        {(group) => (
          <Show when={pagesOf(group).length > 0}>
            <div class="navigation__group">
              <p class="navigation__title">{text.groups[group]}</p>
              <ul class="plain">
                <For each={pagesOf(group)}>
                  {(page) => (
                    <li>
                      <a
                        class="navigation__link"
                        href={page.path}
                        aria-current={
                          place().path === page.path
                            ? "page"
                            : isWithin(place().path, page)
                              ? "true"
                              : undefined
                        }
                      >
                        <Icon name={page.icon} />
                        {text.pages[page.id]}
                      </a>
                    </li>
                  )}
                </For>
              </ul>
            </div>
          </Show>
        )}
      </For>
    </nav>
  );
}
