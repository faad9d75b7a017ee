import { createSignal, Show } from "solid-js";
import { createLoad } from "../../../lib/load.ts";
import { Button } from "../../../ui/Button.tsx";
import { CopyField } from "../../../ui/CopyField.tsx";
import { ListCard } from "../../../ui/ListCard.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { RemoveDialog } from "../../../ui/RemoveDialog.tsx";
import { Section } from "../../../ui/Section.tsx";
import type { Column } from "../../../ui/Table.tsx";
import { type ApiToken, type CreatedApiToken, listApiTokens, revokeApiToken } from "../../api/api_token.ts";
import { text } from "../../text/api_token.ts";
import { CreateTokenDialog } from "./CreateTokenDialog.tsx";
import { NewTokenDialog } from "./NewTokenDialog.tsx";
import { TokenCreation, TokenExpiry, TokenName, TokenPermissions } from "./token_cells.tsx";

const WORDS = {
  removeTitle: text.revokeTitle,
  removeLead: text.revokeLead,
  remove: text.revoke,
  removed: text.revoked,
};

export default function TokensPage() {
  const tokens = createLoad(listApiTokens);
  const [isCreating, setIsCreating] = createSignal(false);
  const [created, setCreated] = createSignal<CreatedApiToken>();
  const [revoking, setRevoking] = createSignal<ApiToken>();

  const columns: readonly Column<ApiToken>[] = [
    { header: text.columns.name, kind: "lead", cell: (token) => <TokenName token={token} /> },
    { header: text.columns.permissions, cell: (token) => <TokenPermissions token={token} /> },
    { header: text.columns.expires, cell: (token) => <TokenExpiry at={token.expiresAt} /> },
    {
      header: text.columns.lastUsed,
      cell: (token) => <RelativeTime at={token.lastUsedAt} absent={text.neverUsed} />,
    },
    { header: text.columns.created, cell: (token) => <TokenCreation token={token} /> },
    {
      header: text.columns.actions,
      kind: "end",
      cell: (token) => (
        <Button isSmall of={token.name} onClick={() => setRevoking(token)}>
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
      <ListCard
        load={tokens}
        caption={text.caption}
        columns={columns}
        isTop
        empty={{ icon: "key", ...text.empty, add: create }}
      />

      <Section title={text.assistants} lead={text.assistantsLead} docs="assistants.md">
        <CopyField label={text.assistantsAddress} value={`${location.origin}/mcp`} />
      </Section>

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
      <RemoveDialog
        what={revoking()}
        ends={() => text.revokeEnds}
        words={WORDS}
        remove={({ id }) => revokeApiToken(id)}
        onClose={() => setRevoking(undefined)}
        onRemoved={tokens.reload}
      />
    </>
  );
}
