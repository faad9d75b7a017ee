import {
  type Accessor,
  type ComponentProps,
  createEffect,
  createMemo,
  type JSX,
  Show,
  splitProps,
} from "solid-js";
import { pageInAddress, showPage } from "../lib/address_filter.ts";
import type { Loading } from "../lib/load.ts";
import { ListBar, type ListBarProps } from "./ListBar.tsx";
import { Loaded } from "./Loaded.tsx";
import { nameCut } from "./name_cut.ts";
import { PageHeader } from "./PageHeader.tsx";
import { Pages } from "./Pages.tsx";
import { text } from "./text.ts";

interface Listed<T> {
  items: readonly T[];
  total: number;
  page: number;
  limit: number;
}

export function onePage<T>(items: readonly T[]): Listed<T> {
  return { items, total: items.length, page: 1, limit: Number.POSITIVE_INFINITY };
}

interface Props<T> extends ListBarProps {
  head: ComponentProps<typeof PageHeader>;
  filters: JSX.Element;
  /** Stay while nothing is listed: one of them leads to the rest of the list. */
  hasTabs?: boolean;
  load: Loading<Listed<T>>;
  counted?: (total: number) => string;
  look?: string;
  lines?: number;
  empty: JSX.Element;
  foot?: JSX.Element;
  children: (rows: Accessor<readonly T[]>) => JSX.Element;
}

export function ListPage<T>(props: Props<T>) {
  const [bar] = splitProps(props, ["list", "filter", "sort", "also", "tools"]);
  const count = () => {
    const found = props.load.data();
    return found && (props.counted ?? text.list.count)(found.total);
  };
  createEffect(() => {
    const found = props.load.data();
    // The last row of the last page is gone.
    if (found && found.items.length === 0 && found.total > 0 && found.page > 1)
      showPage(Math.ceil(found.total / found.limit), { replace: true });
  });
  const isBare = createMemo<boolean>((wasBare) => {
    if (props.hasTabs || props.filter?.isSet()) return false;
    const found = props.load.data();
    return found ? found.total === 0 : wasBare;
  }, true);
  return (
    <div class="list">
      <PageHeader {...props.head} />
      <div class="list__parts">
        <Show when={!isBare()}>
          {props.filters}
          <ListBar
            {...bar}
            count={count()}
            live={<Show when={props.load.data() && !props.load.error()}>{props.live}</Show>}
          />
        </Show>
        <div class={props.look ? `card ${props.look}` : "card"} onPointerOver={nameCut}>
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
                isBusy={props.load.isLoading() && found().page !== pageInAddress()}
                onChange={showPage}
              />
            </Show>
          )}
        </Show>
        {props.foot}
      </div>
    </div>
  );
}
