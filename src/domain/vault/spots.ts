import { getAt } from "../../lib/at_path.ts";
import type { Config } from "../../lib/config.ts";

/** Whose config it is. Its type says itself what a reference fills in it, and where. */
export interface VaultOwner {
  kind: "monitor" | "channel" | "action" | "smtp";
  type: string;
  spots: readonly VaultSpot[];
}

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

const ACCOUNT: FilledFields = { user: "user", secret: "password" };
const OPTIONAL_ACCOUNT: FilledFields = { ...ACCOUNT, isUserOptional: true };
/** Every header named like a credential. */
export const HEADERS: VaultSpot = { at: ["headers"], isMap: true, fills: "itself" };

/** Beside the config's own fields. */
export function atRoot(fills: VaultSpot["fills"]): VaultSpot {
  return { at: [], fills };
}

export const ACTION_OWNER: VaultOwner = {
  kind: "action",
  type: "action",
  spots: [{ at: ["secrets"], isList: true, fills: { user: "user", secret: "value", isUserOptional: true } }],
};
export const SMTP_OWNER: VaultOwner = { kind: "smtp", type: "smtp", spots: [atRoot(OPTIONAL_ACCOUNT)] };

/** A reference that a config holds. */
export interface FoundReference {
  /** Of the object in which `vault` stands. */
  holder: readonly string[];
  value: unknown;
  spot: VaultSpot;
}

export function findReferences({ spots }: VaultOwner, config: Config): FoundReference[] {
  return spots.flatMap((spot) => {
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

/** Of a list or a map. */
function entriesOf(entries: unknown, at: readonly string[]): string[][] {
  return isObject(entries) ? Object.keys(entries).map((name) => [...at, name]) : [];
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
