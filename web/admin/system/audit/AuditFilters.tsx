import { makeAddressFilter, pageInAddress, periodInAddress } from "../../../lib/address_filter.ts";
import { optionsOf } from "../../../lib/options.ts";
import { queryOf } from "../../../lib/router.ts";
import { FilterBar, type FilterField } from "../../../ui/FilterBar.tsx";
import { makeLogSort } from "../../../ui/log_sort.ts";
import type { AuditFilter } from "../../api/audit.ts";
import { text } from "../../text/audit.ts";

const ACTIONS = optionsOf(text.anyAction, text.actions);
const ENTITIES = optionsOf(text.anyEntity, text.entities);

const FIELDS: readonly FilterField<"user" | "name" | "what" | "action">[] = [
  { name: "user", label: text.user, placeholder: text.userPlaceholder },
  { name: "name", label: text.name, placeholder: text.namePlaceholder },
  { name: "what", label: text.entity, options: () => ENTITIES },
  { name: "action", label: text.action, options: () => ACTIONS },
];

export const LIST = "audit";
export const sorting = makeLogSort(LIST, ["newest", "oldest"]);
export const filter = makeAddressFilter(["user", "name", "what", "action", "from", "to"], {
  isReplacing: true,
});

export function AuditFilters() {
  return <FilterBar filter={filter} words={text} fields={FIELDS} isMany isSlim />;
}

export function filterInAddress(): AuditFilter {
  return {
    userEmail: queryOf("user") || undefined,
    entityName: queryOf("name") || undefined,
    entityType: queryOf("what") || undefined,
    action: queryOf("action") || undefined,
    ...periodInAddress(),
    sort: sorting.value(),
    page: pageInAddress(),
  };
}
