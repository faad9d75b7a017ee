import { createSignal, Match, onCleanup, Switch } from "solid-js";
import { createForm } from "../../../lib/form.ts";
import { Dialog, DialogActions } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { NumberInput } from "../../../ui/NumberInput.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TagInput } from "../../../ui/TagInput.tsx";
import { text } from "../../text/monitor.ts";
import { BulkProgress } from "./BulkProgress.tsx";
import { type BulkDeed, type BulkFailure, runBulk } from "./bulk.ts";
import { tagsOf } from "./filter.ts";
import { monitors } from "./store.ts";

/** Asks what is needed, works through the monitors with its progress shown, and names what was refused. */
export function BulkDialog(props: { deed: BulkDeed; ids: readonly number[]; onClose: () => void }) {
  const ids = [...props.ids];
  const own = tagsOf(ids.map((id) => monitors.find(id)).filter((entry) => entry !== undefined));
  const [step, setStep] = createSignal<"ask" | "work" | "done">("ask");
  const [done, setDone] = createSignal(0);
  const [failures, setFailures] = createSignal<readonly BulkFailure[]>([]);
  const work = new AbortController();
  onCleanup(() => work.abort());

  const form = createForm(
    {
      tags: [] as { label: string; color: string }[],
      label: own[0]?.label ?? "",
      intervalSecs: 60 as number | string | null,
    },
    async ({ tags, label, intervalSecs }) => {
      setStep("work");
      const tagged = props.deed === "addTag" ? tags : [{ label, color: "" }];
      for (const tag of tagged) {
        setDone(0);
        await runBulk(props.deed, ids, {
          values: { tag, intervalSecs },
          signal: work.signal,
          onStep(failure) {
            setDone((count) => count + 1);
            if (failure) setFailures((before) => [...before, failure]);
          },
        });
      }
      setStep("done");
    },
  );

  const count = text.monitors(ids.length);
  return (
    <Dialog
      title={text.bulkTitle[props.deed](count)}
      isHeld={step() === "work"}
      onClose={() => props.onClose()}
    >
      <Switch>
        <Match when={step() === "ask"}>
          <FormView form={form} label={text.bulk[props.deed]}>
            <p class="soft">{text.bulkLead[props.deed]}</p>
            <Switch>
              <Match when={props.deed === "addTag"}>
                <TagInput
                  label={text.tagLabel}
                  tags={form.values.tags}
                  known={tagsOf(monitors.entries())}
                  onChange={(tags) => form.set("tags")([...tags])}
                />
              </Match>
              <Match when={props.deed === "removeTag"}>
                <Field label={text.tagLabel}>
                  <Select
                    value={form.values.label}
                    options={own.map(({ label }) => ({ value: label, label }))}
                    onChange={form.set("label")}
                  />
                </Field>
              </Match>
              <Match when={props.deed === "interval"}>
                <Field label={text.intervalLabel}>
                  <NumberInput
                    unit={text.seconds}
                    value={form.values.intervalSecs}
                    onInput={form.set("intervalSecs")}
                  />
                </Field>
              </Match>
            </Switch>
            <DialogActions
              submit={
                props.deed === "pause" || props.deed === "resume" ? text.bulk[props.deed] : text.bulkStart
              }
              isBusy={form.isBusy()}
              onCancel={() => props.onClose()}
            />
          </FormView>
        </Match>
        <Match when={true}>
          <BulkProgress
            isWorking={step() === "work"}
            done={done()}
            total={ids.length}
            failures={failures()}
            onStop={() => work.abort()}
            onClose={() => props.onClose()}
          />
        </Match>
      </Switch>
    </Dialog>
  );
}
