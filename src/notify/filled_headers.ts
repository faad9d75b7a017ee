import { escapeHeader, fillTemplate, type PlaceholderValues, plain } from "../lib/template.ts";

type OwnHeaders = Readonly<Record<string, string>>;

export function fillHeaders(own: OwnHeaders, variables: PlaceholderValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(own).map(([name, value]) => [name, escapeHeader(fillTemplate(value, variables, plain))]),
  );
}

export function withoutSignature(own: OwnHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(own).filter(([name]) => !/^webhook-(id|timestamp|signature)$/i.test(name)),
  );
}

export function hasContentType(own: OwnHeaders): boolean {
  return Object.keys(own).some((name) => name.toLowerCase() === "content-type");
}
