import { createSignal, Show } from "solid-js";
import { createLoad } from "../../../lib/load.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { ListCard } from "../../../ui/ListCard.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import type { Column } from "../../../ui/Table.tsx";
import { showToast } from "../../../ui/toast.ts";
import { endSession, listSessions, type Session, signOutEverywhere } from "../../api/own.ts";
import { leave } from "../../route/leave.ts";
import { text } from "../../text/account.ts";
import { describeDevice } from "./device.ts";

export function SessionsTab() {
  const sessions = createLoad(listSessions);
  const [isAsking, setIsAsking] = createSignal(false);
  const [ending, setEnding] = createSignal<Session>();

  const columns: readonly Column<Session>[] = [
    {
      header: text.sessions.device,
      kind: "lead",
      cell: (session) => (
        <span class="row">
          <span class="strong" title={session.userAgent}>
            {nameOf(session)}
          </span>
          <Show when={session.current}>
            <Badge tone="accent">{text.sessions.here}</Badge>
          </Show>
        </span>
      ),
    },
    { header: text.sessions.address, cell: (session) => <span class="mono break">{session.ip}</span> },
    { header: text.sessions.seen, cell: (session) => <RelativeTime at={session.lastSeenAt} /> },
    { header: text.sessions.started, cell: (session) => <RelativeTime at={session.createdAt} /> },
    { header: text.sessions.expires, cell: (session) => <RelativeTime at={session.expiresAt} /> },
    {
      header: text.sessions.actions,
      kind: "end",
      cell: (session) => (
        <Show when={!session.current}>
          <Button isSmall of={`${nameOf(session)}, ${session.ip}`} onClick={() => setEnding(session)}>
            {text.sessions.end}
          </Button>
        </Show>
      ),
    },
  ];

  return (
    <div class="stack">
      <div class="row row--spread">
        <div class="section__head">
          <h2>{text.sessions.title}</h2>
          <p>{text.sessions.lead}</p>
        </div>
        <Button onClick={() => setIsAsking(true)}>{text.sessions.everywhere}</Button>
      </div>
      <ListCard load={sessions} lines={3} caption={text.sessions.caption} columns={columns} />
      <Show when={ending()}>
        {(session) => (
          <ConfirmDialog
            title={text.sessions.endTitle}
            lead={text.sessions.endLead(nameOf(session()), session().ip)}
            confirm={text.sessions.end}
            onClose={() => setEnding(undefined)}
            onConfirm={async () => {
              await endSession(session().id);
              setEnding(undefined);
              sessions.reload();
              showToast(text.sessions.ended);
            }}
          />
        )}
      </Show>
      <Show when={isAsking()}>
        <ConfirmDialog
          title={text.sessions.everywhereTitle}
          lead={text.sessions.everywhereLead}
          confirm={text.sessions.everywhere}
          onClose={() => setIsAsking(false)}
          onConfirm={async () => {
            await signOutEverywhere();
            leave();
          }}
        />
      </Show>
    </div>
  );
}

function nameOf({ userAgent }: Session): string {
  return describeDevice(userAgent) ?? text.sessions.unknownDevice;
}
