import { createSignal, For, Show } from "solid-js";
import { createLoad } from "../../../lib/load.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { type Column, Table } from "../../../ui/Table.tsx";
import { showToast } from "../../../ui/toast.ts";
import { type ApiToken, type CreatedApiToken, listApiTokens, revokeApiToken } from "../../api/api_token.ts";
import { text } from "../../text/api_token.ts";
import { CreateTokenDialog } from "./CreateTokenDialog.tsx";
import { NewTokenDialog } from "./NewTokenDialog.tsx";
import { summarise } from "./permission_choice.ts";

export default function TokensPage() {
  const tokens = createLoad(listApiTokens);
  const [isCreating, setIsCreating] = createSignal(false);
  const [created, setCreated] = createSignal<CreatedApiToken>();
  const [revoking, setRevoking] = createSignal<ApiToken>();

  const columns: readonly Column<ApiToken>[] = [
    { header: text.columns.name, kind: "lead", cell: (token) => <Name token={token} /> },
    { header: text.columns.permissions, cell: (token) => <Permissions token={token} /> },
    { header: text.columns.expires, cell: (token) => <Expiry at={token.expiresAt} /> },
    {
      header: text.columns.lastUsed,
      cell: (token) => <RelativeTime at={token.lastUsedAt} absent={text.neverUsed} />,
    },
    { header: text.columns.created, cell: (token) => <Creation token={token} /> },
    {
      header: text.columns.actions,
      kind: "end",
      cell: (token) => (
        <Button isSmall title={text.revokeLabel(token.name)} onClick={() => setRevoking(token)}>
          {text.revoke}
        </Button>
      ),
    },
  ];

  const create = () => (
    <Button variant="primary" icon="plus" onClick={() => setIsCreating(true)}>
      {text.create}
    </Button>
  );

  return (
    <>
      <PageHeader
        title={text.title}
        lead={text.lead}
        actions={tokens.data()?.length ? create() : undefined}
      />
      <div class="card">
        <Loaded load={tokens}>
          {(list) => (
            <Show
              when={list().length > 0}
              fallback={
                <EmptyState icon="key" title={text.empty.title}>
                  <p>{text.empty.lead}</p>
                  {create()}
                </EmptyState>
              }
            >
              <Table caption={text.caption} columns={columns} rows={list()} isTop />
            </Show>
          )}
        </Loaded>
      </div>

      <Show when={isCreating()}>
        <CreateTokenDialog
          onClose={() => setIsCreating(false)}
          onDone={(token) => {
            setIsCreating(false);
            setCreated(token);
            tokens.reload();
          }}
        />
      </Show>
      <Show when={created()}>
        {(token) => <NewTokenDialog token={token()} onClose={() => setCreated(undefined)} />}
      </Show>
      <Show when={revoking()}>
        {(token) => (
          <ConfirmDialog
            title={text.revokeTitle(token().name)}
            lead={text.revokeLead}
            ends={text.revokeEnds}
            confirm={text.revoke}
            onClose={() => setRevoking(undefined)}
            onConfirm={async () => {
              const { id, name } = token();
              await revokeApiToken(id);
              setRevoking(undefined);
              tokens.reload();
              showToast(text.revoked(name));
            }}
          />
        )}
      </Show>
    </>
  );
}

function Name(props: { token: ApiToken }) {
  return (
    <span class="table__main">
      <span class="strong">{props.token.name}</span>
      <span class="mono soft">{props.token.prefix}…</span>
    </span>
  );
}

function Permissions(props: { token: ApiToken }) {
  return (
    <span class="row">
      <For each={summarise(props.token.permissions)}>{(sentence) => <Badge>{sentence}</Badge>}</For>
    </span>
  );
}

function Expiry(props: { at: number | null }) {
  const isOver = () => props.at !== null && props.at <= Date.now();
  return (
    <Show when={!isOver()} fallback={<Badge tone="bad">{text.expired}</Badge>}>
      <RelativeTime at={props.at} absent={text.neverExpires} />
    </Show>
  );
}

function Creation(props: { token: ApiToken }) {
  return (
    <span class="table__main">
      <RelativeTime at={props.token.createdAt} />
      <span class="small soft break">
        {props.token.createdBy ? text.by(props.token.createdBy) : text.formerUser}
      </span>
    </span>
  );
}
