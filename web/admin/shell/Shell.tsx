import { createEffect, createMemo, createSignal, ErrorBoundary, on, Show, untrack } from "solid-js";
import { Dynamic } from "solid-js/web";
import { isAway } from "../../lib/connection.ts";
import { numberIn, place } from "../../lib/router.ts";
import { Button } from "../../ui/Button.tsx";
import { DocsLink } from "../../ui/DocsLink.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Logo } from "../../ui/Logo.tsx";
import { showWhileMounted } from "../../ui/modal.ts";
import { Opening } from "../../ui/Opening.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { text as uiText } from "../../ui/text.ts";
import { DOCS } from "../route/docs.ts";
import { beginFirstRequests } from "../route/first_requests.ts";
import type { Page } from "../route/pages.ts";
import { text } from "../text/shell.ts";
import { AwayBanner } from "./AwayBanner.tsx";
import { DownCount } from "./DownCount.tsx";
import { Navigation } from "./Navigation.tsx";
import { PageFault } from "./PageFault.tsx";
import { PaletteButton } from "./PaletteButton.tsx";
import { ShellFoot } from "./ShellFoot.tsx";
import { Shortcuts } from "./Shortcuts.tsx";
import { SignInRefusal } from "./SignInRefusal.tsx";
import { UserMenu } from "./UserMenu.tsx";
import { VIEWS } from "./views.ts";

export function Shell(props: { page: Page }) {
  const [isDrawerOpen, setIsDrawerOpen] = createSignal(false);
  createEffect(on(place, () => setIsDrawerOpen(false)));
  /** The page of another monitor counts as another page. */
  const opened = createMemo(() => `${props.page.id} ${numberIn(place().path)}`);

  return (
    <div class="shell" classList={{ "shell--old": isAway() }}>
      <a class="skip" href="#content">
        {text.skip}
      </a>
      <aside class="shell__side">
        <a class="shell__home" href="/admin">
          <Logo />
        </a>
        <Navigation />
        <ShellFoot />
      </aside>
      <header class="shell__top">
        <span class="shell__open">
          <Button
            variant="quiet"
            icon="menu"
            label={text.openNavigation}
            onClick={() => setIsDrawerOpen(true)}
          />
        </span>
        <a class="shell__home" href="/admin">
          <Logo />
        </a>
        <span class="shell__host">
          <Icon name="globe" />
          {window.location.host}
        </span>
        <div class="shell__tools">
          <span class="shell__docs">
            <DocsLink page={DOCS[props.page.id]} about={text.pages[props.page.id]} />
          </span>
          <PaletteButton />
          <UserMenu />
        </div>
      </header>
      <main class="shell__main" id="content" tabindex={-1}>
        <AwayBanner />
        <DownCount />
        <SignInRefusal />
        <Show when={opened()} keyed>
          {(_) => {
            beginFirstRequests(place());
            return (
              <ErrorBoundary fallback={(error: unknown) => <PageFault error={error} />}>
                <Opening title={text.pages[props.page.id]} fallback={<Skeleton />}>
                  <Dynamic component={VIEWS[untrack(() => props.page).id]} />
                </Opening>
              </ErrorBoundary>
            );
          }}
        </Show>
      </main>
      <Shortcuts />
      <Show when={isDrawerOpen()}>
        <Drawer onClose={() => setIsDrawerOpen(false)} />
      </Show>
    </div>
  );
}

function Drawer(props: { onClose: () => void }) {
  let element!: HTMLDialogElement;
  showWhileMounted(() => element);
  return (
    <dialog
      ref={element}
      class="drawer"
      aria-label={text.navigation}
      onClose={() => element.isConnected && props.onClose()}
      onClick={(event) => event.target === element && props.onClose()}
      onKeyDown={(event) => event.key === "Escape" && props.onClose()}
    >
      <div class="drawer__head">
        <Logo />
        <Button variant="quiet" icon="close" label={uiText.close} onClick={() => props.onClose()} />
      </div>
      <Navigation />
      <ShellFoot />
    </dialog>
  );
}
