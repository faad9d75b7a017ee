import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import { useSubscribing } from "./words.ts";

const MANY = 15;

export function Components(props: { chosen: readonly number[] }): JSX.Element {
  const { options, t } = useSubscribing();
  const [sought, setSought] = createSignal("");
  const groups = createMemo(() => [...Map.groupBy(options.components, ({ group }) => group)]);
  const isSought = (name: string, group: string | null) =>
    `${group ?? ""} ${name}`.toLowerCase().includes(sought().trim().toLowerCase());
  return (
    <fieldset>
      <legend>{t("subscribe.components")}</legend>
      <Show when={options.components.length > MANY}>
        <input
          class="needs-js"
          type="search"
          aria-label={t("subscribe.search")}
          placeholder={t("subscribe.search")}
          onInput={({ currentTarget }) => setSought(currentTarget.value)}
        />
      </Show>
      <div class="components">
        <For each={groups()}>
          {([group, members]) => (
            <>
              <Show when={group !== null && members.some(({ name }) => isSought(name, group))}>
                <p class="group-name">{group}</p>
              </Show>
              <For each={members}>
                {({ id, name }) => (
                  <label class="check" hidden={!isSought(name, group)}>
                    <input type="checkbox" name="monitorIds" value={id} checked={props.chosen.includes(id)} />
                    <span>{name}</span>
                  </label>
                )}
              </For>
            </>
          )}
        </For>
      </div>
    </fieldset>
  );
}
