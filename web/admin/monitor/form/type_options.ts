import { HEARTBEAT_TYPE, MANUAL_TYPE } from "../../../../src/domain/monitor/rule.ts";
import { sayServed } from "../../../lib/served.ts";
import { text } from "../../text/monitor_form.ts";

export const STATUS_PAGE_TYPE = "status_page";
export const DOMAIN_TYPE = "domain";

export const COMMON_TYPES: readonly string[] = ["https", "ping", "tcp", "dns", "tls", "webhook"];

export function isCommonType(type: string): boolean {
  return COMMON_TYPES.includes(type);
}

type Group = keyof typeof text.typeGroups;

const GROUPS: Readonly<Record<Group, readonly string[]>> = {
  web: ["https", "flow", "websocket", "grpc"],
  network: ["ping", "tcp", "tls", "dns", DOMAIN_TYPE],
  databases: ["postgresql", "mysql", "sqlserver", "mongodb", "redis"],
  messaging: ["mqtt", "rabbitmq"],
  directory: ["smtp", "ldap"],
  containers: ["docker"],
  providers: [STATUS_PAGE_TYPE],
  heartbeat: ["webhook"],
  people: ["manual"],
  other: [],
};

const NAMES = Object.keys(GROUPS) as Group[];

interface Named {
  type: string;
  label: string;
}

interface TypeOption {
  value: string;
  label: string;
  group: string;
}

export function typeOptions(types: readonly Named[]): TypeOption[] {
  return NAMES.flatMap((group) =>
    types
      .filter(({ type }) => groupOf(type) === group)
      .map(({ type, label }) => ({ value: type, label: sayServed(label), group: text.typeGroups[group] })),
  );
}

function groupOf(type: string): Group {
  return NAMES.find((group) => GROUPS[group].includes(type)) ?? "other";
}

export function settingsWords(type: string): { title: string; lead: string } {
  if (type === MANUAL_TYPE) return text.settingsManual;
  if (type === STATUS_PAGE_TYPE) return text.statusPage.settings;
  if (type === DOMAIN_TYPE) return text.domain.settings;
  return type === HEARTBEAT_TYPE ? text.settingsHeartbeat : text.settings;
}
