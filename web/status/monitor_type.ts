const LABELS: Readonly<Record<string, string>> = {
  https: "HTTPS",
  ping: "Ping",
  tcp: "TCP",
  tls: "TLS",
  dns: "DNS",
  postgresql: "PostgreSQL",
  mysql: "MySQL",
  sqlserver: "SQL Server",
  mongodb: "MongoDB",
  redis: "Redis",
  mqtt: "MQTT",
  rabbitmq: "RabbitMQ",
  smtp: "SMTP",
  ldap: "LDAP",
  websocket: "WebSocket",
  grpc: "gRPC",
  docker: "Docker",
  webhook: "Webhook",
};

/** Names of protocols and products, the same in every language. */
export function monitorTypeLabel(type: string): string {
  return LABELS[type] ?? type;
}
