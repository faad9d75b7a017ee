/** Must match `docs/metrics.md`. */
export function writeScrapeConfig(origin: string): string {
  const { protocol, host } = new URL(origin);
  return `scrape_configs:
  - job_name: uptide
    metrics_path: /api/v1/admin/metrics
    scheme: ${protocol.slice(0, -1)}
    scrape_interval: 60s
    authorization:
      credentials_file: /etc/prometheus/uptide.token
    static_configs:
      - targets: [${JSON.stringify(host)}]
`;
}
