import { type Accessor, createMemo } from "solid-js";
import { createLoad } from "../../../lib/load.ts";
import { listVaultNames } from "../../api/vault.ts";
import type { VaultReference } from "./VaultPicker.tsx";

interface Fills {
  user?: string;
  secret: string;
}

const USER_FIELDS = ["user", "username"];

export function createFilled(
  reference: Accessor<VaultReference | null | undefined>,
  fills: Accessor<Fills | undefined>,
): Accessor<readonly string[]> {
  const names = createLoad(
    async (signal, isAsked) => (isAsked ? await listVaultNames(signal) : []),
    () => Boolean(reference() && fills()),
  );
  const fieldsOf = ({ vault, secret }: VaultReference) =>
    names
      .data()
      ?.find(({ name }) => name === vault)
      ?.secrets.find(({ name }) => name === secret)?.fields ?? [];
  return createMemo(() => {
    const [chosen, places] = [reference(), fills()];
    if (!chosen || !places) return [];
    const { user, secret } = places;
    if (user === undefined) return [secret];
    const fields = fieldsOf(chosen);
    const hasUser =
      chosen.fieldMapping?.user !== undefined || [user, ...USER_FIELDS].some((name) => fields.includes(name));
    return hasUser ? [user, secret] : [secret];
  });
}
