import { For, Show } from "solid-js";
import { currentUser } from "../../lib/session.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Icon, type IconName } from "../../ui/Icon.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { findPage } from "../shell/pages.ts";
import { text } from "../text/dashboard.ts";
import "./dashboard.css";

interface Way {
  href: string;
  icon: IconName;
  title: string;
  lead: string;
}

const GROUPS: readonly { title: string; ways: readonly Way[] }[] = [
  {
    title: text.access.title,
    ways: [
      { href: "/admin/users", icon: "users", ...text.access.users },
      { href: "/admin/single-sign-on", icon: "door", ...text.access.singleSignOn },
      { href: "/admin/page-access", icon: "lock", ...text.access.pageAccess },
      { href: "/admin/tokens", icon: "key", ...text.access.tokens },
    ],
  },
  { title: text.record.title, ways: [{ href: "/admin/audit", icon: "history", ...text.record.audit }] },
  {
    title: text.own.title,
    ways: [
      { href: "/admin/account", icon: "user", ...text.own.settings },
      { href: "/admin/account?tab=sessions", icon: "globe", ...text.own.sessions },
    ],
  },
];

/** Where administrators and operators begin: what there is for them to do. */
export default function DashboardPage() {
  const groups = GROUPS.map(({ title, ways }) => ({ title, ways: ways.filter(isOpen) })).filter(
    ({ ways }) => ways.length > 0,
  );
  return (
    <>
      <PageHeader title={text.title} lead={text.lead(currentUser().email)} />
      <div class="stack stack--loose">
        <Show when={!currentUser().twoFactor && !currentUser().sso}>
          <Notice tone="info">
            <p>{text.own.twoFactorOffLead}</p>
            <ButtonLink isSmall href="/admin/account?tab=two-factor">
              {text.own.twoFactorOff}
            </ButtonLink>
          </Notice>
        </Show>
        <For each={groups}>
          {(group) => (
            <section class="stack stack--tight">
              <h2>{group.title}</h2>
              <ul class="ways plain">
                <For each={group.ways}>{(way) => <WayCard way={way} />}</For>
              </ul>
            </section>
          )}
        </For>
      </div>
    </>
  );
}

function WayCard(props: { way: Way }) {
  return (
    <li>
      <a class="way card" href={props.way.href}>
        <span class="way__mark">
          <Icon name={props.way.icon} />
        </span>
        <span>
          <span class="way__title">{props.way.title}</span>
          <span class="way__lead">{props.way.lead}</span>
        </span>
        <Icon name="right" />
      </a>
    </li>
  );
}

function isOpen({ href }: Way): boolean {
  return findPage(href.replace(/\?.*/, ""), currentUser().role) !== undefined;
}
