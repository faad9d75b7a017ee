import { getAt } from "../../lib/at_path.ts";
import type { Config } from "../../lib/config.ts";

/** Whose config it is: what a reference fills in it depends on the type. */
export type VaultOwner =
  | { kind: "monitor" | "action" | "smtp"; type: string }
  /** A channel's type says itself which of its fields can come from a vault. */
  | {
      kind: "channel";
      type: string;
      fields: { user?: string; password: string } | null;
      hasHeaders: boolean;
    };

/** Fields beside a reference that it fills. */
export interface FilledFields {
  user?: string;
  secret: string;
  /** Goes on without a user. */
  isUserOptional?: boolean;
}

export interface VaultSpot {
  /** Where the object lies in which `vault` stands. */
  at: readonly string[];
  /** Each entry of the list there may have one. */
  isList?: boolean;
  /** Each value of the map there may be one. */
  isMap?: boolean;
  /** `authorization`: the header of this name, in the `headers` beside it. `itself`: takes the place of its holder. */
  fills: FilledFields | "authorization" | "itself";
}

const LOGIN: FilledFields = { user: "username", secret: "password" };
const ACCOUNT: FilledFields = { user: "user", secret: "password" };
const HEADERS: VaultSpot = { at: ["headers"], isMap: true, fills: "itself" };
const OPTIONAL_ACCOUNT: FilledFields = { ...ACCOUNT, isUserOptional: true };

const SPOTS: Record<
  Exclude<VaultOwner["kind"], "channel">,
  Readonly<Record<string, readonly VaultSpot[]>>
> = {
  monitor: {
    https: [
      { at: ["auth", "basic"], fills: LOGIN },
      { at: ["auth", "bearer"], fills: { secret: "token" } },
      { at: ["auth", "oauth2"], fills: { user: "clientId", secret: "clientSecret" } },
      { at: ["auth", "cas"], fills: LOGIN },
      HEADERS,
    ],
    postgresql: atRoot(ACCOUNT),
    mysql: atRoot(ACCOUNT),
    sqlserver: atRoot(ACCOUNT),
    mongodb: atRoot(OPTIONAL_ACCOUNT),
    redis: atRoot(OPTIONAL_ACCOUNT),
    mqtt: atRoot(OPTIONAL_ACCOUNT),
    rabbitmq: atRoot(OPTIONAL_ACCOUNT),
    smtp: atRoot(OPTIONAL_ACCOUNT),
    ldap: atRoot({ user: "bindDn", secret: "password", isUserOptional: true }),
    websocket: atRoot("authorization"),
    docker: atRoot("authorization"),
  },
  action: {
    action: [
      { at: ["secrets"], isList: true, fills: { user: "user", secret: "value", isUserOptional: true } },
    ],
  },
  smtp: { smtp: atRoot(OPTIONAL_ACCOUNT) },
};

export const ACTION_OWNER: VaultOwner = { kind: "action", type: "action" };
export const SMTP_OWNER: VaultOwner = { kind: "smtp", type: "smtp" };

/** A reference that a config holds. */
export interface FoundReference {
  /** Of the object in which `vault` stands. */
  holder: readonly string[];
  value: unknown;
  spot: VaultSpot;
}

export function findReferences(owner: VaultOwner, config: Config): FoundReference[] {
  return spotsOf(owner).flatMap((spot) => {
    const holders = spot.isList || spot.isMap ? entriesOf(getAt(config, spot.at), spot.at) : [spot.at];
    return holders.flatMap((holder) => {
      const value = getAt(config, [...holder, "vault"]);
      return value === undefined || value === null ? [] : [{ holder, value, spot }];
    });
  });
}

/** Paths of what looks like a reference where this type takes none: it would be ignored, and the check made without. */
export function findMisplaced(owner: VaultOwner, config: Config): string[][] {
  const auth = getAt(config, ["auth"]);
  const holders = [
    [],
    ...(isObject(auth) ? Object.keys(auth).map((name) => ["auth", name]) : []),
    ...entriesOf(getAt(config, ["secrets"]), ["secrets"]),
    ...entriesOf(getAt(config, ["headers"]), ["headers"]),
  ];
  const known = new Set(findReferences(owner, config).map(({ holder }) => holder.join("/")));
  return holders
    .filter((holder) => !known.has(holder.join("/")) && isObject(getAt(config, [...holder, "vault"])))
    .map((holder) => [...holder, "vault"]);
}

/** Of several ways to sign in that stand in a config, one is in use. */
export function isInUse({ spot: { at } }: FoundReference, config: Config): boolean {
  return at[0] !== "auth" || getAt(config, ["auth", "type"]) === at[1];
}

/** What it fills there. A connection string comes whole. */
export function fillsOf({ spot: { fills }, holder }: FoundReference, config: Config): VaultSpot["fills"] {
  const isWhole = holder.length === 0 && config["mode"] === "connectionString";
  return isWhole ? { secret: "connectionString" } : fills;
}

function spotsOf(owner: VaultOwner): readonly VaultSpot[] {
  if (owner.kind !== "channel") return SPOTS[owner.kind][owner.type] ?? [];
  const headers = owner.hasHeaders ? [HEADERS] : [];
  if (owner.fields === null) return headers;
  const { password: secret, ...user } = owner.fields;
  return [...atRoot({ ...user, secret }), ...headers];
}

function atRoot(fills: VaultSpot["fills"]): VaultSpot[] {
  return [{ at: [], fills }];
}

/** Of a list or a map. */
function entriesOf(entries: unknown, at: readonly string[]): string[][] {
  return isObject(entries) ? Object.keys(entries).map((name) => [...at, name]) : [];
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
