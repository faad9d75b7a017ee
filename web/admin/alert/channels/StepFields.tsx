import { Match, Switch } from "solid-js";
import type { Channel } from "../../../../src/schema/channel.ts";
import { Field } from "../../../ui/Field.tsx";
import { MultiPicker } from "../../../ui/MultiPicker.tsx";
import { NumberInput } from "../../../ui/NumberInput.tsx";
import type { NumberText } from "../../../ui/number_text.ts";
import { Select } from "../../../ui/Select.tsx";
import { text } from "../../text/on_call_channel.ts";

type Target = "on_call" | "next" | { userIds: readonly number[] } | { channelKey: string };

export interface Step {
  afterMinutes: NumberText;
  target: Target;
}

const KINDS = ["on_call", "next", "people", "channel"] as const;

export function StepFields(props: {
  step: Step;
  people: readonly { id: number; email: string }[];
  channels: readonly Channel[];
  problem: (path: string) => string | undefined;
  onChange: (part: Partial<Step>) => void;
}) {
  const target = () => props.step.target;
  const channels = () => [
    { value: "", label: text.noChannel },
    ...props.channels
      .filter(({ type }) => type !== "on_call")
      .map(({ key, name }) => ({ value: key, label: name })),
  ];
  const peopleProblem = () =>
    props.problem("target.userIds") ??
    peopleOf(target())
      ?.map((_, i) => props.problem(`target.userIds[${i}]`))
      .find(Boolean);
  return (
    <>
      <div class="nested__grid">
        <Field label={text.after} error={props.problem("afterMinutes")}>
          <NumberInput
            unit={text.minutes}
            value={props.step.afterMinutes}
            onInput={(typed) => props.onChange({ afterMinutes: typed })}
          />
        </Field>
        <Field label={text.notify} error={props.problem("target")}>
          <Select
            value={kindOf(target())}
            options={KINDS.map((value) => ({ value, label: text.targets[value] }))}
            onChange={(kind) => props.onChange({ target: emptyTarget(kind) })}
          />
        </Field>
      </div>
      <Switch>
        <Match when={peopleOf(target())}>
          {(userIds) => (
            <MultiPicker
              label={text.people}
              placeholder={text.peoplePlaceholder}
              options={props.people.map(({ id, email }) => ({ id, label: email }))}
              chosen={userIds()}
              error={peopleProblem()}
              onChange={(chosen) => props.onChange({ target: { userIds: chosen } })}
            />
          )}
        </Match>
        <Match when={kindOf(target()) === "channel"}>
          <Field label={text.channel} error={props.problem("target.channelKey")}>
            <Select
              value={keyOf(target())}
              options={channels()}
              onChange={(channelKey) => props.onChange({ target: { channelKey } })}
            />
          </Field>
        </Match>
      </Switch>
    </>
  );
}

function kindOf(target: Target): (typeof KINDS)[number] {
  if (typeof target === "string") return target;
  return "userIds" in target ? "people" : "channel";
}

function peopleOf(target: Target): readonly number[] | undefined {
  return typeof target === "object" && "userIds" in target ? target.userIds : undefined;
}

function keyOf(target: Target): string {
  return typeof target === "object" && "channelKey" in target ? target.channelKey : "";
}

function emptyTarget(kind: (typeof KINDS)[number]): Target {
  if (kind === "people") return { userIds: [] };
  return kind === "channel" ? { channelKey: "" } : kind;
}
