import { createSignal, Show } from "solid-js";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { showOutcome } from "../../../ui/toast.ts";
import { text } from "../../text/page_builder.ts";
import { useBuilder } from "./context.ts";

export function MoveToPage(props: { ids: readonly string[] }) {
  const { builder, otherPages } = useBuilder();
  const [to, setTo] = createSignal("");
  const [isBusy, setIsBusy] = createSignal(false);
  const named = () => otherPages().map(({ key, name }) => ({ value: key, label: name }));

  async function move(): Promise<void> {
    const page = named().find(({ value }) => value === to());
    if (!page) return;
    const count = props.ids.length;
    setIsBusy(true);
    await showOutcome(async () => {
      await builder.moveToPage(props.ids, page.value);
      return text.toPage.done(count, page.label);
    });
    setIsBusy(false);
  }

  return (
    <Show when={otherPages().length > 0}>
      <Field label={text.toPage.label} hint={builder.isDirty() ? text.toPage.saveFirst : text.toPage.hint}>
        <Select
          value={to()}
          options={[{ value: "", label: text.toPage.none }, ...named()]}
          onChange={setTo}
        />
      </Field>
      <Button disabled={to() === "" || builder.isDirty()} isBusy={isBusy()} onClick={() => void move()}>
        {text.toPage.move}
      </Button>
    </Show>
  );
}
