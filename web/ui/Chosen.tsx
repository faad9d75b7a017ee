import { createMemo, createSignal, For, Show } from "solid-js";
import { ChosenChips } from "./ChosenChips.tsx";
import { listTags, type PickerOption } from "./picker_option.ts";
import { text } from "./text.ts";

const MOST_CHIPS = 20;
const MOST_FOUND = 10;

interface Props {
  label: string;
  options: readonly PickerOption[];
  chosen: readonly number[];
  onChange: (chosen: readonly number[]) => void;
}

export function Chosen(props: Props) {
  return (
    <Show
      when={props.chosen.length > MOST_CHIPS}
      fallback={<ChosenChips options={props.options} chosen={props.chosen} onChange={props.onChange} />}
    >
      <ChosenMany {...props} />
    </Show>
  );
}

function ChosenMany(props: Props) {
  const [search, setSearch] = createSignal("");
  const chosen = createMemo(() => new Set(props.chosen));
  const tags = createMemo(() => listTags(props.options));
  const found = createMemo(() => {
    const words = search().trim().toLowerCase();
    if (words === "") return [];
    return props.options
      .filter(({ id, label }) => chosen().has(id) && label.toLowerCase().includes(words))
      .map(({ id }) => id);
  });
  const countOf = (ids: readonly number[]) => ids.filter((id) => chosen().has(id)).length;

  function turn(ids: readonly number[]): void {
    const isWhole = countOf(ids) === ids.length;
    const others = props.chosen.filter((id) => !ids.includes(id));
    props.onChange(isWhole ? others : [...others, ...ids]);
  }

  /** Chips only show the matches, but removals apply to the whole choice. */
  function keep(left: readonly number[]): void {
    const gone = new Set(found().filter((id) => !left.includes(id)));
    props.onChange(props.chosen.filter((id) => !gone.has(id)));
  }

  return (
    <div class="stack stack--tight">
      <div class="chosen__head">
        <strong>{text.chosen(props.chosen.length)}</strong>
        <input
          class="input"
          type="search"
          aria-label={text.searchChosen(props.label)}
          placeholder={text.searchAmong}
          value={search()}
          onInput={(event) => setSearch(event.currentTarget.value)}
          // Enter must not submit the form.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      </div>
      <Show when={tags().length > 0}>
        <ul class="chips plain" aria-label={text.tags}>
          <For each={tags()}>
            {([tag, ids]) => (
              <li>
                <button
                  type="button"
                  class="chosen__tag"
                  aria-pressed={countOf(ids) === ids.length ? "true" : countOf(ids) > 0 ? "mixed" : "false"}
                  onClick={() => turn(ids)}
                >
                  {text.ofTag(tag, countOf(ids), ids.length)}
                </button>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <Show when={search().trim() !== ""}>
        <Show when={found().length > 0} fallback={<p class="small soft">{text.nothingFound}</p>}>
          <ChosenChips
            options={props.options}
            chosen={found().slice(0, MOST_FOUND)}
            onChange={(left) => keep([...left, ...found().slice(MOST_FOUND)])}
          />
          <Show when={found().length > MOST_FOUND}>
            <p class="small soft">{text.more(found().length - MOST_FOUND)}</p>
          </Show>
        </Show>
      </Show>
    </div>
  );
}
