import { Show } from "solid-js";
import type { Form } from "../../../lib/form.ts";
import { Notice } from "../../../ui/Notice.tsx";
import { text } from "../../text/monitor_form.ts";
import type { MonitorValues } from "./values.ts";

/** Their registries had no RDAP server or published no expiry date in 2026. */
const WITHOUT_EXPIRY = new Set("at be ch cn co de es eu io it jp me ru us".split(" "));

export function DomainNotice(props: { form: Form<MonitorValues> }) {
  const suffix = () => {
    const { domain, rdapUrl } = props.form.values.config;
    const last =
      String(domain ?? "")
        .trim()
        .toLowerCase()
        .replace(/\.$/, "")
        .split(".")
        .at(-1) ?? "";
    return !rdapUrl && WITHOUT_EXPIRY.has(last) ? last : null;
  };
  return (
    <Show when={suffix()}>
      {(name) => (
        <Notice tone="info">
          <p>{text.domain.withoutExpiry(name())}</p>
        </Notice>
      )}
    </Show>
  );
}
