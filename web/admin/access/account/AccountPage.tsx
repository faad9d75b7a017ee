import { Match, Switch } from "solid-js";
import { queryOf, setQuery } from "../../../lib/router.ts";
import { currentUser } from "../../../lib/session.ts";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { text } from "../../text/account.ts";
import { text as devices } from "../../text/devices.ts";
import { DevicesTab } from "./DevicesTab.tsx";
import { PasswordTab } from "./PasswordTab.tsx";
import { ProfileTab } from "./ProfileTab.tsx";
import { SessionsTab } from "./SessionsTab.tsx";
import { ShiftsTab } from "./ShiftsTab.tsx";
import { TwoFactorTab } from "./TwoFactorTab.tsx";

const TABS = [
  { id: "password", label: text.tabs.password },
  { id: "two-factor", label: text.tabs.twoFactor },
  { id: "sessions", label: text.tabs.sessions },
  { id: "profile", label: text.tabs.profile },
  { id: "devices", label: devices.tab },
  { id: "shifts", label: text.tabs.shifts },
] as const;

export default function AccountPage() {
  const current = () => TABS.find(({ id }) => id === queryOf("tab"))?.id ?? "password";
  return (
    <>
      <PageHeader title={text.title} lead={currentUser().email} />
      <Tabs
        label={text.title}
        tabs={TABS}
        current={current()}
        onChange={(id) => setQuery({ tab: id === "password" ? "" : id }, { replace: true })}
      >
        <Switch>
          <Match when={current() === "password"}>
            <PasswordTab />
          </Match>
          <Match when={current() === "two-factor"}>
            <TwoFactorTab />
          </Match>
          <Match when={current() === "sessions"}>
            <SessionsTab />
          </Match>
          <Match when={current() === "profile"}>
            <ProfileTab />
          </Match>
          <Match when={current() === "devices"}>
            <DevicesTab />
          </Match>
          <Match when={current() === "shifts"}>
            <ShiftsTab />
          </Match>
        </Switch>
      </Tabs>
    </>
  );
}
