import { createTyping } from "../../../lib/address_filter.ts";
import { queryOf, setQuery } from "../../../lib/router.ts";
import { Field } from "../../../ui/Field.tsx";
import { Segments } from "../../../ui/Segments.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { text } from "../../text/incident.ts";
import { STATES, stateInAddress } from "./incident_filter.ts";

export function IncidentFilters() {
  const type = createTyping("search");
  return (
    <search class="incidents__filters" aria-label={text.state}>
      <Segments
        legend={text.state}
        value={stateInAddress()}
        options={STATES}
        onChange={(state) => setQuery({ state: state === "open" ? "" : state, page: "" })}
      />
      <Field label={text.search} isLabelHidden>
        <TextInput
          type="search"
          placeholder={text.searchPlaceholder}
          value={queryOf("search")}
          onInput={type}
        />
      </Field>
    </search>
  );
}
