import { Icon, type IconName } from "../../ui/Icon.tsx";
import { typeLabel } from "./monitor_types.ts";

const ICONS: Readonly<Record<string, IconName>> = {
  https: "globe",
  flow: "link",
  websocket: "swap",
  grpc: "braces",
  ping: "radar",
  tcp: "plug",
  tls: "lock",
  dns: "signpost",
  domain: "calendar",
  postgresql: "database",
  mysql: "database",
  sqlserver: "database",
  mongodb: "database",
  redis: "layers",
  mqtt: "queue",
  rabbitmq: "queue",
  smtp: "mail",
  ldap: "users",
  docker: "box",
  status_page: "flag",
  webhook: "heart",
  manual: "user",
};

function iconOfType(type: string): IconName {
  return ICONS[type] ?? "pulse";
}

export function TypeIcon(props: { type: string }) {
  return (
    <span class="type-icon" title={typeLabel(props.type)}>
      <Icon name={iconOfType(props.type)} />
    </span>
  );
}
