import { Show } from "solid-js";
import { Button } from "../../../ui/Button.tsx";
import { text } from "../../text/page_builder.ts";
import { useBuilder } from "./context.ts";

/** The hint and the link take the same room, so the buttons below don't move. */
export function LastAdded() {
  const { groupChosen, lastAdded, nameOf, showProperties } = useBuilder();
  const hint = () => {
    const group = groupChosen();
    return group ? text.addIntoHint(group.label) : text.addHint;
  };
  const last = () => {
    const [node, group] = [lastAdded(), groupChosen()];
    return node && (!group || group.children.some(({ id }) => id === node.id)) ? node : undefined;
  };
  return (
    <div class="kinds__said">
      <Show when={last()} fallback={<p class="small soft">{hint()}</p>}>
        {(node) => (
          <div class="kinds__last">
            <span class="small" title={nameOf(node())}>
              {text.lastAdded(nameOf(node()))}
            </span>
            <Button
              variant="quiet"
              isSmall
              icon="edit"
              label={text.propertiesOf(nameOf(node()))}
              onClick={() => showProperties(node().id)}
            />
          </div>
        )}
      </Show>
    </div>
  );
}
