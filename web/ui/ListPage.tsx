import { type Accessor, type ComponentProps, type JSX, Show } from "solid-js";
import { showPage } from "../lib/address_filter.ts";
import type { Load } from "../lib/load.ts";
import { Loaded } from "./Loaded.tsx";
import { PageHeader } from "./PageHeader.tsx";
import { Pages } from "./Pages.tsx";

/** One page of a list, as the API answers it. */
interface Listed<T> {
  items: T[];
  total: number;
  page: number;
  limit: number;
}

/** A page of the panel that lists one kind of thing, filtered and page by page. */
export function ListPage<T>(props: {
  head: ComponentProps<typeof PageHeader>;
  filters: JSX.Element;
  load: Load<Listed<T>>;
  /** The class of the card, where a list has a look of its own. */
  look?: string;
  lines?: number;
  empty: JSX.Element;
  children: (rows: Accessor<T[]>) => JSX.Element;
}) {
  return (
    <>
      <PageHeader {...props.head} />
      <div class="stack">
        {props.filters}
        <div class={props.look ? `card ${props.look}` : "card"}>
          <Loaded load={props.load} lines={props.lines ?? 9}>
            {(found) => (
              <Show when={found().items.length > 0} fallback={props.empty}>
                {props.children(() => found().items)}
              </Show>
            )}
          </Loaded>
        </div>
        <Show when={props.load.data()}>
          {(found) => (
            <Show when={found().total > found().limit}>
              <Pages
                page={found().page}
                limit={found().limit}
                total={found().total}
                isBusy={props.load.isLoading()}
                onChange={showPage}
              />
            </Show>
          )}
        </Show>
      </div>
    </>
  );
}
