import { For, Show } from "solid-js";
import type { Schedule } from "../../../../src/schema/schedule.ts";
import { now } from "../../../lib/clock.ts";
import { nameOf } from "../../../lib/person.ts";
import { formatSpan } from "../../../lib/time.ts";
import { Button } from "../../../ui/Button.tsx";
import { showOutcome } from "../../../ui/toast.ts";
import { removeOverride } from "../../api/schedule.ts";
import { text } from "../../text/on_call.ts";

export function OverrideList(props: { schedule: Schedule; onChanged: () => void }) {
  const shown = () => props.schedule.overrides.filter(({ to }) => to > now());
  const nameFor = (userId: number) => nameOf(props.schedule.people.find(({ id }) => id === userId));
  const remove = (id: number) =>
    showOutcome(async () => {
      await removeOverride(props.schedule.key, id);
      props.onChanged();
      return text.overrideRemoved;
    });
  return (
    <Show when={shown().length > 0}>
      <div class="stack stack--tight">
        <h3>{text.overrides}</h3>
        <ul class="plain stack stack--tight">
          <For each={shown()}>
            {({ id, userId, from, to }) => (
              <li class="row row--spread">
                <span class="break">
                  <span class="strong">{nameFor(userId)}</span>{" "}
                  <span class="soft">{formatSpan(from, to)}</span>
                </span>
                <Button
                  isSmall
                  variant="quiet"
                  icon="trash"
                  label={text.removeOverride(nameFor(userId))}
                  onClick={() => remove(id)}
                />
              </li>
            )}
          </For>
        </ul>
      </div>
    </Show>
  );
}
