import type { z } from "zod";
import type { newVault, Vault } from "../../../../src/schema/vault.ts";
import { ApiError } from "../../../lib/api.ts";
import { type Edited, readTimeout } from "../../../lib/edit.ts";
import { listVaults } from "../../api/vault.ts";
import { text } from "../../text/vault.ts";

export interface VaultFormValues {
  name: string;
  kind: Vault["kind"];
  settings: Settings;
}

export interface Settings {
  address: string;
  mount: string;
  namespace: string;
  method: "token" | "approle";
  token: string;
  roleId: string;
  secretId: string;
  agentKey: string;
}

export function editOf(stored: Vault): Edited<VaultFormValues, Vault> {
  const { name, address, mount, namespace, method, token, roleId, secretId, agent: agentKey } = text;
  const settings = { address, mount, namespace, method, token, roleId, secretId, agentKey };
  const named = Object.entries(settings).map(([key, label]) => [`settings.${key}`, label]);
  return {
    stored,
    async read() {
      const found = (await listVaults(readTimeout())).find(({ id }) => id === stored.id);
      if (!found) throw new ApiError(404, { error: text.missing });
      return found;
    },
    toValues: valuesOf,
    labels: { name, ...Object.fromEntries(named) },
  };
}

const EMPTY: Settings = {
  address: "",
  mount: "secret",
  namespace: "",
  method: "token",
  token: "",
  roleId: "",
  secretId: "",
  agentKey: "",
};

export function valuesOf(stored: Vault | null): VaultFormValues {
  if (!stored) return { name: "", kind: "local", settings: EMPTY };
  const { auth, ...settings } = stored.settings as { auth?: object };
  return { name: stored.name, kind: stored.kind, settings: { ...EMPTY, ...settings, ...auth } };
}

export function toSent({ name, kind, settings }: VaultFormValues): z.input<typeof newVault> {
  if (kind === "local") return { name, kind, settings: {} };
  if (kind === "agent") return { name, kind, settings: { agentKey: settings.agentKey } };
  return { name, kind, settings: toHashicorp(settings) };
}

function toHashicorp({ address, mount, namespace, method, token, roleId, secretId }: Settings) {
  const auth = method === "token" ? { method, token } : { method, roleId, secretId };
  return { address, mount, namespace, auth };
}
