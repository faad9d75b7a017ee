import { type HttpPeer, type Seen, startHttp } from "./http_peer.ts";

export interface VaultPeer extends Pick<HttpPeer, "origin" | "requests" | "stop"> {
  stored: Map<string, unknown>;
  tokens: Set<string>;
  leaseSecs: number;
  instead:
    | ((seen: Seen) => { status: number; body?: unknown; headers?: Record<string, string> } | null)
    | null;
  logins(): number;
  reads(): Seen[];
}

export const ROLE = { roleId: "role-1", secretId: "secret-id-1" };
export const ROOT_TOKEN = "hvs.root-token";

export async function startVault({ mount = "secret", namespace = "" } = {}): Promise<VaultPeer> {
  const state = {
    stored: new Map<string, unknown>(),
    tokens: new Set([ROOT_TOKEN]),
    leaseSecs: 3600,
    instead: null as VaultPeer["instead"],
  };
  const denied = { status: 403, body: { errors: ["permission denied"] } };
  let logins = 0;

  function logIn(body: string) {
    const { role_id, secret_id } = JSON.parse(body) as { role_id: string; secret_id: string };
    if (role_id !== ROLE.roleId || secret_id !== ROLE.secretId) {
      return { status: 400, body: { errors: [`invalid secret id ${secret_id}`] } };
    }
    const client_token = `hvs.login-${++logins}`;
    state.tokens.add(client_token);
    return { status: 200, body: { auth: { client_token, lease_duration: state.leaseSecs } } };
  }

  function answer({ method, url, headers, body }: Seen) {
    if ((headers["x-vault-namespace"] ?? "") !== namespace) {
      return { status: 404, body: { errors: [`no handler for route in ${headers["x-vault-namespace"]}`] } };
    }
    if (method === "POST" && url === "/v1/auth/approle/login") return logIn(body);
    if (!state.tokens.has(String(headers["x-vault-token"]))) return denied;
    if (url === "/v1/auth/token/lookup-self") return { status: 200, body: { data: {} } };
    const prefix = `/v1/${mount}/data/`;
    const data = url.startsWith(prefix)
      ? state.stored.get(decodeURIComponent(url.slice(prefix.length)))
      : undefined;
    if (data === undefined) return { status: 404, body: { errors: [] } };
    return { status: 200, body: { data: { data, metadata: { version: 1 } } } };
  }

  const peer = await startHttp((_, response, seen) => {
    const { status, body = null, headers = {} } = { headers: {}, ...(state.instead?.(seen) ?? answer(seen)) };
    if (status === 0) return;
    response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
  });
  const isRead = ({ url }: Seen) => url.includes("/data/");
  return Object.assign(state, {
    origin: peer.origin,
    requests: peer.requests,
    stop: peer.stop,
    logins: () => logins,
    reads: () => peer.requests.filter(isRead),
  });
}
