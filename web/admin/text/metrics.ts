export const text = {
  title: "Metrics",
  lead: "Prometheus reads them at",
  before: ", with",
  token: "an API token",
  after: "that has the permission metrics:read. Keep the token in a file that only Prometheus can read.",
  label: "Scrape configuration",
} as const;
