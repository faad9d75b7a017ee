import { getAt } from "../../lib/at_path.ts";
import type { Config } from "../../lib/config.ts";

export interface VaultOwner {
  kind: "monitor" | "channel" | "action" | "smtp";
  type: string;
  spots: readonly VaultSpot[];
}

export interface FilledFields {
  user?: string;
  secret: string;
  isUserOptional?: boolean;
}

export interface VaultSpot {
  /** A `*` stands for every entry of a list. */
  at: readonly string[];
  isList?: boolean;
  isMap?: boolean;
  /** `authorization`: that header in the sibling `headers`. `itself`: replaces its holder. */
  fills: FilledFields | "authorization" | "itself";
}

const ACCOUNT: FilledFields = { user: "user", secret: "password" };
const OPTIONAL_ACCOUNT: FilledFields = { ...ACCOUNT, isUserOptional: true };
export const HEADERS: VaultSpot = { at: ["headers"], isMap: true, fills: "itself" };

export function atRoot(fills: VaultSpot["fills"]): VaultSpot {
  return { at: [], fills };
}

export const ACTION_OWNER: VaultOwner = {
  kind: "action",
  type: "action",
  spots: [{ at: ["secrets"], isList: true, fills: { user: "user", secret: "value", isUserOptional: true } }],
};
export const SMTP_OWNER: VaultOwner = { kind: "smtp", type: "smtp", spots: [atRoot(OPTIONAL_ACCOUNT)] };

export interface FoundReference {
  holder: readonly string[];
  value: unknown;
  spot: VaultSpot;
}

export function findReferences({ spots }: VaultOwner, config: Config): FoundReference[] {
  return spots.flatMap((spot) => {
    const places = expand(config, spot.at);
    const holders =
      spot.isList || spot.isMap ? places.flatMap((at) => entriesOf(getAt(config, at), at)) : places;
    return holders.flatMap((holder) => {
      const value = getAt(config, [...holder, "vault"]);
      return value === undefined || value === null ? [] : [{ holder, value, spot }];
    });
  });
}

/** References in unsupported spots would be ignored and the check would run without credentials. */
export function findMisplaced(owner: VaultOwner, config: Config): string[][] {
  const requests = [[], ...expand(config, ["steps", "*"]), ...expand(config, ["steps", "*", "request"])];
  const holders = requests.flatMap((at) => [
    at,
    ...["auth", "secrets", "headers"].flatMap((name) =>
      entriesOf(getAt(config, [...at, name]), [...at, name]),
    ),
  ]);
  const known = new Set(findReferences(owner, config).map(({ holder }) => holder.join("/")));
  return holders
    .filter((holder) => !known.has(holder.join("/")) && isObject(getAt(config, [...holder, "vault"])))
    .map((holder) => [...holder, "vault"]);
}

export function isInUse({ holder }: FoundReference, config: Config): boolean {
  const auth = holder.slice(0, -1);
  return auth.at(-1) !== "auth" || getAt(config, [...auth, "type"]) === holder.at(-1);
}

export function fillsOf({ spot: { fills }, holder }: FoundReference, config: Config): VaultSpot["fills"] {
  const isWhole = holder.length === 0 && config["mode"] === "connectionString";
  return isWhole ? { secret: "connectionString" } : fills;
}

function expand(config: Config, at: readonly string[]): string[][] {
  return at.reduce<string[][]>(
    (places, part) =>
      places.flatMap((place) => (part === "*" ? entriesOf(getAt(config, place), place) : [[...place, part]])),
    [[]],
  );
}

function entriesOf(entries: unknown, at: readonly string[]): string[][] {
  return isObject(entries) ? Object.keys(entries).map((name) => [...at, name]) : [];
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
