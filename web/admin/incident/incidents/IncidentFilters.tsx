import { onCleanup } from "solid-js";
import { queryOf, setQuery } from "../../../lib/router.ts";
import { Field } from "../../../ui/Field.tsx";
import { Segments } from "../../../ui/Segments.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { text } from "../../text/incident.ts";
import { STATES, stateInAddress } from "./incident_filter.ts";

const TYPING_MS = 300;

export function IncidentFilters() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => clearTimeout(timer));
  function type(search: string): void {
    clearTimeout(timer);
    timer = setTimeout(() => setQuery({ search: search.trim(), page: "" }, { replace: true }), TYPING_MS);
  }
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
