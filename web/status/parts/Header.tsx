import { For, type JSX, Show } from "solid-js";
import { useStatusPage } from "../page_context.tsx";
import { addressIn } from "./links.ts";
import { SignOut } from "./SignOut.tsx";
import { SubscribeLink } from "./SubscribeLink.tsx";

export function Header(): JSX.Element {
  const { page, t, to, options } = useStatusPage();
  return (
    <header class="svc-header">
      <a class="logo" href={to("/")}>
        <Logo />
      </a>
      <nav class="svc-navigation" aria-label={t("page.menu")}>
        <a
          class="button"
          href={to("/history")}
          aria-current={options.path === "/history" ? "page" : undefined}
        >
          {t("page.history")}
        </a>
        <SubscribeLink />
        <Show when={page().locales.length > 1}>
          <LanguageMenu />
        </Show>
        <Show when={!page().site.enabled}>
          <button type="button" class="button icon theme needs-js" aria-label={t("page.theme")} />
        </Show>
        <SignOut />
      </nav>
    </header>
  );
}

export function Logo(): JSX.Element {
  const { page } = useStatusPage();
  const site = () => page().site;
  const light = () => (site().enabled ? site().logoUrl : (site().logoLightUrl ?? site().logoDarkUrl));
  const dark = () => (site().enabled ? null : site().logoDarkUrl);
  const isImage = () => site().logoType === "image" && light() !== null;
  return (
    <Show when={isImage()} fallback={<span class="logo-text">{site().logoText || site().name}</span>}>
      <img class={dark() ? "on-light" : ""} src={light() ?? ""} alt={site().name} />
      <Show when={dark()}>
        {(url) => <img class="on-dark" src={url()} alt={site().name} loading="lazy" />}
      </Show>
    </Show>
  );
}

export function LanguageMenu(): JSX.Element {
  const { page, t, options } = useStatusPage();
  const current = () => page().locales.find(({ code }) => code === page().locale);
  return (
    <details class="menu">
      <summary class="button">
        <span class="hidden">{t("page.language")}: </span>
        <span lang={page().locale}>{current()?.name ?? page().locale}</span>
      </summary>
      <ul>
        <For each={page().locales}>
          {({ code, name }) => (
            <li>
              <a
                href={
                  options.copy
                    ? addressIn(options, code, options.path)
                    : `${options.prefix ?? ""}${options.path}?lang=${encodeURIComponent(code)}`
                }
                hreflang={code}
                lang={code}
                aria-current={code === page().locale ? "true" : undefined}
              >
                {name}
              </a>
            </li>
          )}
        </For>
      </ul>
    </details>
  );
}
