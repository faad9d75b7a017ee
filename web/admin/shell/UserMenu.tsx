import { Show } from "solid-js";
import { chooseLanguage, LANGUAGES, type Language, language } from "../../lib/language.ts";
import { nameOf } from "../../lib/person.ts";
import { currentUser } from "../../lib/session.ts";
import { chooseTheme, THEMES, theme } from "../../lib/theme.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Menu } from "../../ui/Menu.tsx";
import type { MenuItem } from "../../ui/MenuEntry.tsx";
import { PersonMark } from "../../ui/PersonMark.tsx";
import { signOut } from "../api/own.ts";
import { leaveAfter } from "../route/leave.ts";
import { text } from "../text/shell.ts";
import { listShortcuts } from "./Shortcuts.tsx";

export function UserMenu() {
  const items = (): MenuItem[] => [
    { kind: "link", label: text.ownSettings, icon: "user", href: "/admin/account" },
    { kind: "action", label: text.shortcuts.title, icon: "keyboard", onSelect: listShortcuts },
    { kind: "line" },
    ...THEMES.map(
      (name): MenuItem => ({
        kind: "action",
        label: text.theme[name],
        isChosen: theme() === name,
        onSelect: () => chooseTheme(name),
      }),
    ),
    { kind: "line" },
    ...(Object.keys(LANGUAGES) as Language[]).map(
      (name): MenuItem => ({
        kind: "action",
        label: LANGUAGES[name],
        isChosen: language === name,
        onSelect: () => chooseLanguage(name),
      }),
    ),
    { kind: "line" },
    { kind: "action", label: text.signOut, icon: "door", onSelect: () => leaveAfter(signOut) },
  ];

  return (
    <Menu
      label={`${text.accountMenu}: ${nameOf(currentUser())}`}
      triggerClass="user-menu"
      trigger={
        <>
          <PersonMark {...currentUser()} />
          <span class="user-menu__email">{nameOf(currentUser())}</span>
          <Icon name="down" />
        </>
      }
      head={
        <div class="menu__head">
          <p class="strong">{nameOf(currentUser())}</p>
          <Show when={currentUser().name}>
            <p class="small soft">{currentUser().email}</p>
          </Show>
          <p class="small soft">{text.roles[currentUser().role]}</p>
        </div>
      }
      items={items()}
    />
  );
}
