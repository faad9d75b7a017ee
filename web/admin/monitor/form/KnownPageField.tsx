import { batch } from "solid-js";
import { KNOWN_STATUS_PAGES } from "../../../../src/schema/known_status_pages.ts";
import type { Form } from "../../../lib/form.ts";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { text } from "../../text/monitor_form.ts";
import type { MonitorValues } from "./values.ts";

const NAMES = KNOWN_STATUS_PAGES.map(({ name }) => name);

/** Fills in the address of a well-known service's status page, and its name where none is typed. */
export function KnownPageField(props: { form: Form<MonitorValues> }) {
  const values = () => props.form.values;
  const chosen = () => KNOWN_STATUS_PAGES.find(({ url }) => url === values().config["url"])?.name ?? "";

  function choose(name: string): void {
    const page = KNOWN_STATUS_PAGES.find((one) => one.name === name);
    const { url, format } = page ?? { url: "", format: "auto" };
    batch(() => {
      if (values().name === "" || NAMES.includes(values().name)) props.form.set("name")(name);
      props.form.set("config")({ ...values().config, url, format, components: [] });
    });
  }

  const options = [
    { value: "", label: text.statusPage.other },
    ...NAMES.map((name) => ({ value: name, label: name })),
  ];
  return (
    <Field label={text.statusPage.service} hint={text.statusPage.serviceHint}>
      <Select value={chosen()} options={options} onChange={choose} />
    </Field>
  );
}
