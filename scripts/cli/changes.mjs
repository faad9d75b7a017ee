import { isDeepStrictEqual } from "node:util";

const LONGEST_VALUE = 120;
const MASK = "••••••••";
const CREDENTIAL = /^(proxy-)?authorization$|^cookie$|key|token|secret|password/i;

export function describeChanges(changes, { wanted, stored, schema, paint }) {
  const find = (documents, { kind, key }) => documents.find((one) => one.kind === kind && keyOf(one) === key);
  return changes.flatMap((change) => {
    const { kind, key, action, fields = [] } = change;
    if (action === "create") return [paint.added(`+ ${kind} ${key}`)];
    if (action !== "update") return [];
    const [after, before] = [find(wanted, change), find(stored, change)];
    const lines = fields.flatMap((field) =>
      compare([field], before?.[field], {
        after: after?.[field],
        schema: schemaOf(schema, after ?? {}, field),
        paint,
      }),
    );
    return [paint.changed(`~ ${kind} ${key}`), ...lines];
  });
}

function keyOf({ kind, key, name, code }) {
  if (kind === "IncidentTemplate") return name;
  if (kind === "Locale") return code;
  return kind === "Layout" || kind === "Branding" ? kind.toLowerCase() : key;
}

function compare(path, before, { after, schema, paint }) {
  const wanted = after === undefined ? schema?.default : after;
  if (isDeepStrictEqual(before, wanted)) return [];
  if (isIdList(before ?? []) && isIdList(wanted ?? []))
    return compareLists(path, before ?? [], { after: wanted ?? [], schema, paint });
  // Needed if one side is missing too, because a secret nested inside must stay masked.
  const [old, next] = [before ?? {}, wanted ?? {}];
  if (isObject(old) && isObject(next)) {
    const names = [...new Set([...Object.keys(old), ...Object.keys(next)])];
    return names.flatMap((name) =>
      compare([...path, name], old[name], { after: next[name], schema: partOf(schema, name), paint }),
    );
  }
  const place = path.join(".");
  if (isSecret(path, before, schema)) {
    if (wanted === MASK && String(before).startsWith(MASK)) return [];
    return [paint.changed(`    ~ ${place}: a secret`)];
  }
  const isDefault = after === undefined && wanted !== undefined;
  return [
    ...(before === undefined ? [] : [paint.removed(`    - ${place}: ${show(before)}`)]),
    ...(wanted === undefined
      ? []
      : [paint.added(`    + ${place}: ${show(wanted)}${isDefault ? " (default)" : ""}`)]),
  ];
}

function compareLists(path, before, { after, schema, paint }) {
  const [old, next] = [byId(before), byId(after)];
  const order = [Object.keys(old).filter((id) => id in next), Object.keys(next).filter((id) => id in old)];
  return [
    ...Object.keys({ ...old, ...next }).flatMap((id) =>
      compare([...path, id], old[id], { after: next[id], schema: schema?.items, paint }),
    ),
    ...compare([...path, "order"], order[0], { after: order[1], paint }),
  ];
}

function byId(list) {
  return Object.fromEntries(list.map(({ id, ...item }) => [id, item]));
}

function isIdList(value) {
  return Array.isArray(value) && value.every((item) => isObject(item) && typeof item.id === "string");
}

function schemaOf(schema, { kind, type }, field) {
  const ofKind = schema.allOf?.find((one) => one.if?.properties?.kind?.const === kind)?.then;
  const ofType = ofKind?.allOf?.find((one) => one.if?.properties?.type?.const === type)?.then;
  return ofType?.properties?.[field] ?? ofKind?.properties?.[field];
}

function partOf(schema, name) {
  const options = [schema, ...(schema?.oneOf ?? []), ...(schema?.anyOf ?? [])];
  return options.find((one) => one?.properties?.[name])?.properties[name];
}

function isSecret(path, before, schema) {
  const isMasked = typeof before === "string" && before.startsWith(MASK);
  return isMasked || schema?.writeOnly === true || (path.includes("headers") && CREDENTIAL.test(path.at(-1)));
}

function show(value) {
  const text = JSON.stringify(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
