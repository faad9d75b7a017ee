import { createMemo, For, Show } from "solid-js";
import type { ApiDescription } from "../../../../src/schema/api_description.ts";
import { makeAddressFilter } from "../../../lib/address_filter.ts";
import { createLoad } from "../../../lib/load.ts";
import { queryOf } from "../../../lib/router.ts";
import { currentUser } from "../../../lib/session.ts";
import { CopyField } from "../../../ui/CopyField.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { FilterBar } from "../../../ui/FilterBar.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { getApiDescription, OPENAPI_PATH } from "../../api/openapi.ts";
import { mayUse } from "../../route/pages.ts";
import { text } from "../../text/reference.ts";
import { OperationView } from "./OperationView.tsx";
import { groupOperations, type OperationGroup } from "./operations.ts";
import "./reference.css";

export default function ApiPage() {
  const api = createLoad(getApiDescription);
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      <div class="stack stack--loose">
        <Begin />
        <Loaded load={api} lines={10}>
          {(found) => <Calls api={found()} />}
        </Loaded>
      </div>
    </>
  );
}

function Begin() {
  return (
    <section class="card card__body stack">
      <h2>{text.start}</h2>
      <p>
        {text.token}{" "}
        <Show when={mayUse(currentUser().role, "tokens")} fallback={text.tokenAsk}>
          <a href="/admin/tokens">{text.tokens}</a>
        </Show>
      </p>
      <CopyField label={text.header} value={text.headerValue} />
      <CopyField label={text.document} value={`${location.origin}${OPENAPI_PATH}`} />
      <p>
        <a href={OPENAPI_PATH} target="_blank" rel="noopener">
          {text.openDocument}
        </a>
      </p>
    </section>
  );
}

function Calls(props: { api: ApiDescription }) {
  const filter = makeAddressFilter(["search"], { isReplacing: true });
  const groups = createMemo(() => groupOperations(props.api, queryOf("search")));
  const count = () => groups().reduce((sum, { operations }) => sum + operations.length, 0);
  return (
    <div class="stack">
      <FilterBar
        filter={filter}
        fields={[{ name: "search", label: text.search, placeholder: text.searchPlaceholder }]}
        words={{ filters: text.filters, clear: text.clear }}
      />
      <p class="small soft" role="status">
        {text.count(count())}
      </p>
      <Show
        when={count() > 0}
        fallback={
          <EmptyState icon="search" title={text.none.title}>
            <p>{text.none.lead}</p>
          </EmptyState>
        }
      >
        <For each={groups()}>{(group) => <Group api={props.api} group={group} />}</For>
      </Show>
    </div>
  );
}

function Group(props: { api: ApiDescription; group: OperationGroup }) {
  const name = () => props.group.name;
  return (
    <section class="stack stack--tight">
      <h2>
        {text.groups[name()] ??
          name()
            .replaceAll("-", " ")
            .replace(/^./, (first) => first.toUpperCase())}
      </h2>
      <div class="card reference">
        <For each={props.group.operations}>
          {(operation) => <OperationView api={props.api} operation={operation} />}
        </For>
      </div>
    </section>
  );
}
