export const text = {
  title: "Metrics",
  lead: "Scrape this endpoint with Prometheus:",
  before: ", with",
  token: "an API token",
  after: "that has the metrics:read permission. Store the token in a file only Prometheus can read.",
  label: "Scrape configuration",
} as const;
