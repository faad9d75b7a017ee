import { CopySheet } from "../../ui/CopySheet.tsx";
import { text } from "../text/metrics.ts";
import { writeScrapeConfig } from "./scrape_config.ts";

export function MetricsSection() {
  return (
    <section class="stack stack--tight">
      <h2>{text.title}</h2>
      <p class="soft">
        {text.lead} <code>/api/v1/admin/metrics</code>
        {text.before} <a href="/admin/tokens">{text.token}</a> {text.after}
      </p>
      <CopySheet label={text.label} value={writeScrapeConfig(window.location.origin)} />
    </section>
  );
}
