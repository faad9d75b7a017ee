import { For, Show } from "solid-js";
import { currentUser } from "../../lib/session.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { mayUse } from "../route/pages.ts";
import { text } from "../text/shell.ts";
import { setLetterKeys, usesLetterKeys } from "./letter_keys.ts";

export default function ShortcutList(props: {
  letters: readonly (keyof typeof text.shortcuts.goals)[];
  onClose: () => void;
}) {
  return (
    <Dialog title={text.shortcuts.title} onClose={props.onClose}>
      <dl class="shortcuts">
        <Keys keys={["Ctrl", "K"]} label={text.shortcuts.palette} />
        <For each={props.letters}>
          {(letter) => <Keys keys={["g", letter]} label={text.shortcuts.goals[letter]} />}
        </For>
        <Show when={mayUse(currentUser().role, "monitors")}>
          <Keys keys={["n"]} label={text.shortcuts.newMonitor} />
        </Show>
        <Keys keys={["?"]} label={text.shortcuts.help} />
      </dl>
      <Switch
        label={text.shortcuts.letterKeys}
        hint={text.shortcuts.letterKeysHint}
        isOn={usesLetterKeys()}
        onChange={setLetterKeys}
      />
    </Dialog>
  );
}

function Keys(props: { keys: readonly string[]; label: string }) {
  return (
    <div>
      <dt>
        <For each={props.keys}>{(key) => <kbd>{key}</kbd>}</For>
      </dt>
      <dd>{props.label}</dd>
    </div>
  );
}
