import type { PageMonitorRow } from "../domain/page/page_rows.ts";
import type { Config } from "../lib/config.ts";
import type { CheckType } from "./check_type.ts";
import { dns } from "./dns.ts";
import { docker } from "./docker.ts";
import { domain } from "./domain.ts";
import { flow } from "./flow.ts";
import { grpc } from "./grpc.ts";
import { heartbeat } from "./heartbeat.ts";
import { https } from "./https.ts";
import { ldap } from "./ldap.ts";
import { manual } from "./manual.ts";
import { mongodb } from "./mongodb.ts";
import { mqtt } from "./mqtt.ts";
import { mysql } from "./mysql.ts";
import { ping } from "./ping.ts";
import { postgresql } from "./postgresql.ts";
import { rabbitmq } from "./rabbitmq.ts";
import { redis } from "./redis.ts";
import { smtp } from "./smtp.ts";
import { sqlserver } from "./sqlserver.ts";
import { statusPage } from "./status_page.ts";
import { tcp } from "./tcp.ts";
import { tls } from "./tls.ts";
import { websocket } from "./websocket.ts";

export const CHECK_TYPES: readonly CheckType[] = [
  https,
  flow,
  ping,
  tcp,
  tls,
  dns,
  domain,
  postgresql,
  mysql,
  sqlserver,
  mongodb,
  redis,
  mqtt,
  rabbitmq,
  smtp,
  ldap,
  websocket,
  grpc,
  docker,
  statusPage,
  heartbeat,
  manual,
];

export function findCheckType(type: string): CheckType | null {
  return CHECK_TYPES.find((known) => known.type === type) ?? null;
}

export function hasResponseTime(type: string): boolean {
  return findCheckType(type)?.hasResponseTime ?? false;
}

export function addressOfMonitor({ type, config }: { type: string; config: Config }): string {
  return findCheckType(type)?.addressOf(config) ?? "";
}

export function typeLabelOf({ type, isPlain }: Pick<PageMonitorRow, "type" | "isPlain">): string {
  const known = findCheckType(type);
  return (isPlain ? known?.plainPageLabel : undefined) ?? known?.pageLabel ?? type;
}
