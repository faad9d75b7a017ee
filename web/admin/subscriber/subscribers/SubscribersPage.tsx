import { createSignal, Show } from "solid-js";
import type { Subscriber } from "../../../../src/schema/subscriber_list.ts";
import { queryOf, setQuery } from "../../../lib/router.ts";
import { ButtonLink } from "../../../ui/Button.tsx";
import { EmptyList } from "../../../ui/EmptyList.tsx";
import { FilterBar } from "../../../ui/FilterBar.tsx";
import { ListPage } from "../../../ui/ListPage.tsx";
import { listSubscribers } from "../../api/subscriber.ts";
import { createLiveListLoad } from "../../live/live_list.tsx";
import { OnPage } from "../../page/pages/OnPage.tsx";
import { pathOfChosen } from "../../page/pages/paths.ts";
import { text } from "../../text/subscriber.ts";
import { ChosenBar } from "./ChosenBar.tsx";
import { EraseDialog } from "./EraseDialog.tsx";
import { ExportButton } from "./ExportButton.tsx";
import { SubscriberPanel } from "./SubscriberPanel.tsx";
import { SubscriberTable } from "./SubscriberTable.tsx";
import { chosenByFilter, FIELDS, filter, filterInAddress, LIST, sorting } from "./subscriber_filter.ts";

export default function SubscribersPage() {
  return <OnPage part="subscribers">{() => <Subscribers />}</OnPage>;
}

function Subscribers() {
  const subscribers = createLiveListLoad(LIST, listSubscribers, filterInAddress);
  const [chosen, setChosen] = createSignal<ReadonlySet<number>>(new Set());
  const [erasing, setErasing] = createSignal<Subscriber>();
  const opened = () => subscribers.data()?.items.find(({ id }) => String(id) === queryOf("subscriber"));
  const choose = (id: number, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id)));

  return (
    <>
      <ListPage
        list={LIST}
        counted={text.counted}
        filter={filter}
        sort={sorting.choice()}
        live={subscribers.mark()}
        head={{
          title: text.title,
          lead: text.lead,
          actions: <HeadActions total={subscribers.data()?.total} />,
        }}
        filters={<FilterBar filter={filter} fields={FIELDS} words={text} isSlim />}
        load={subscribers}
        empty={<Nobody />}
      >
        {(rows) => <SubscriberTable rows={rows()} chosen={chosen()} onChoose={choose} onErase={setErasing} />}
      </ListPage>
      <Show when={chosen().size > 0}>
        <ChosenBar ids={[...chosen()]} onClear={() => setChosen(new Set<number>())} />
      </Show>
      <Show when={opened()}>
        {(subscriber) => (
          <SubscriberPanel subscriber={subscriber()} onClose={() => setQuery({ subscriber: "" })} />
        )}
      </Show>
      <EraseDialog
        subscriber={erasing()}
        onClose={() => setErasing(undefined)}
        onErased={(id) => {
          choose(id, false);
          subscribers.reload();
        }}
      />
    </>
  );
}

function HeadActions(props: { total: number | undefined }) {
  return (
    <div class="row">
      <Show when={props.total}>
        <ExportButton label={text.exportAll} query={chosenByFilter} />
      </Show>
      <ButtonLink icon="send" href={pathOfChosen("subscribers/deliveries")}>
        {text.deliveries}
      </ButtonLink>
      <ButtonLink icon="edit" href={pathOfChosen("subscriptions")}>
        {text.settings}
      </ButtonLink>
    </div>
  );
}

function Nobody() {
  const toSettings = () => <ButtonLink href={pathOfChosen("subscriptions")}>{text.settings}</ButtonLink>;
  return (
    <EmptyList
      icon="mail"
      words={filter.isSet() ? text.noMatch : text.empty}
      add={filter.isSet() ? undefined : toSettings}
    />
  );
}
