import { For, type JSX, Show } from "solid-js";
import type { Problems } from "./ask.ts";
import { Components } from "./Components.tsx";
import { Problem } from "./Problem.tsx";
import { useSubscribing } from "./words.ts";

interface Chosen {
  events: readonly string[];
  monitorIds: readonly number[];
  tags: readonly string[];
}

/** Plain fields, which also work without JavaScript. */
export function Choices(props: { problems: Problems; chosen?: Chosen }): JSX.Element {
  const { options, t } = useSubscribing();
  const isChosen = (type: string) => props.chosen === undefined || props.chosen.events.includes(type);
  return (
    <>
      <fieldset>
        <legend>{t("subscribe.events")}</legend>
        <div class="boxes">
          <For each={options.events}>
            {(type) => (
              <label class="check">
                <input type="checkbox" name="events" value={type} checked={isChosen(type)} />
                <span>{t(`subscribe.event.${type}`)}</span>
              </label>
            )}
          </For>
        </div>
        <Problem text={props.problems.events} />
      </fieldset>
      <Show when={options.components.length > 0}>
        <Scope problems={props.problems} chosen={props.chosen} />
      </Show>
    </>
  );
}

function Scope(props: { problems: Problems; chosen: Chosen | undefined }): JSX.Element {
  const { options, t } = useSubscribing();
  const tags = [...new Set(options.components.flatMap((component) => component.tags))].sort();
  const isNarrow = () => (props.chosen?.monitorIds.length ?? 0) + (props.chosen?.tags.length ?? 0) > 0;
  return (
    <fieldset class="scope">
      <legend>{t("subscribe.scope")}</legend>
      <label class="check">
        <input type="radio" name="scope" value="all" checked={!isNarrow()} />
        <span>{t("subscribe.scopeAll")}</span>
      </label>
      <label class="check">
        <input type="radio" name="scope" value="chosen" checked={isNarrow()} />
        <span>{t("subscribe.scopeChosen")}</span>
      </label>
      <div class="chosen">
        <Components chosen={props.chosen?.monitorIds ?? []} />
        <Show when={tags.length > 0}>
          <fieldset>
            <legend>{t("subscribe.tags")}</legend>
            <div class="boxes">
              <For each={tags}>
                {(tag) => (
                  <label class="check">
                    <input
                      type="checkbox"
                      name="tags"
                      value={tag}
                      checked={props.chosen?.tags.includes(tag) === true}
                    />
                    <span>{tag}</span>
                  </label>
                )}
              </For>
            </div>
          </fieldset>
        </Show>
        <Problem text={props.problems.scope} />
      </div>
    </fieldset>
  );
}
