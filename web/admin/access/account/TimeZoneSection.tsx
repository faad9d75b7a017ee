import { describeZone } from "../../../lib/time.ts";
import { browserZone } from "../../../lib/zone.ts";
import { Field } from "../../../ui/Field.tsx";
import { Section } from "../../../ui/Section.tsx";
import { Select } from "../../../ui/Select.tsx";
import { text as shared } from "../../text/account.ts";

const text = shared.timeZone;

export function TimeZoneSection(props: {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  // An alias saved through the API, such as Asia/Kolkata, may be missing in the browser's list.
  const names = new Set([...Intl.supportedValuesOf("timeZone"), props.value]);
  const options = [
    { value: "", label: text.ofBrowser(browserZone()) },
    { value: "UTC", label: "UTC" },
    ...[...names]
      .filter((name) => name !== "" && name !== "UTC")
      .map((name) => ({ value: name, label: name.replaceAll("_", " "), group: name.split("/")[0] ?? "" })),
  ];
  return (
    <Section title={text.title} lead={text.lead}>
      <Field label={text.title} hint={text.now(describeZone())} error={props.error}>
        <Select value={props.value} options={options} onChange={(value) => props.onChange(value)} />
      </Field>
    </Section>
  );
}
