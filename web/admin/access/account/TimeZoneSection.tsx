import { describeZone } from "../../../lib/time.ts";
import { browserZone, chooseZone, chosenZone } from "../../../lib/zone.ts";
import { Field } from "../../../ui/Field.tsx";
import { Section } from "../../../ui/Section.tsx";
import { Select } from "../../../ui/Select.tsx";
import { text as shared } from "../../text/account.ts";

const text = shared.timeZone;

export function TimeZoneSection() {
  const options = [
    { value: "", label: text.ofBrowser(browserZone()) },
    { value: "UTC", label: "UTC" },
    ...Intl.supportedValuesOf("timeZone")
      .filter((name) => name !== "UTC")
      .map((name) => ({ value: name, label: name.replaceAll("_", " "), group: name.split("/")[0] ?? "" })),
  ];
  return (
    <Section title={text.title} lead={text.lead}>
      <Field label={text.title} hint={text.now(describeZone())}>
        <Select value={chosenZone} options={options} onChange={chooseZone} />
      </Field>
    </Section>
  );
}
