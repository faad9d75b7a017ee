import { CopyField } from "../../ui/CopyField.tsx";
import { Section } from "../../ui/Section.tsx";
import { text } from "../text/mirror.ts";

export function FailoverSection() {
  return (
    <Section title={text.failover.title} lead={text.failover.lead}>
      <div class="stack">
        <p>{text.failover.check}</p>
        <CopyField label={text.failover.health} value={new URL("/health", location.origin).href} />
        <p>{text.failover.root}</p>
        <p class="small soft">{text.failover.more}</p>
      </div>
    </Section>
  );
}
