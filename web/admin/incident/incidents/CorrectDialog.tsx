import { Show } from "solid-js";
import type { Incident } from "../../../../src/schema/incident.ts";
import { createForm } from "../../../lib/form.ts";
import { toLocalInput } from "../../../lib/time.ts";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { MarkdownInput } from "../../../ui/MarkdownInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { correctIncidentUpdate } from "../../api/incident.ts";
import { createLanguages } from "../../page/words/page_languages.ts";
import { text } from "../../text/incident.ts";
import { text as planText } from "../../text/incident_plan.ts";
import { CheckMessages } from "./CheckMessages.tsx";
import { ComponentFields } from "./ComponentFields.tsx";
import { choicesOf, wordsFrom } from "./component_words.ts";
import { type LocaleWords, wordsOf } from "./incident_values.ts";
import { LanguageWords } from "./LanguageWords.tsx";
import { PlanTime, planTimeOf } from "./PlanFields.tsx";
import { StatusSegments } from "./StatusSegments.tsx";

export function CorrectDialog(props: {
  incident: Incident;
  update: Incident["updates"][number];
  onChanged: (incident: Incident) => void;
  onClose: () => void;
}) {
  const languages = createLanguages();
  const { body, status, publishAt, components } = props.update;
  const isPlanned = publishAt !== null;
  const initial = {
    body,
    status,
    locales: props.update.locales as LocaleWords,
    components: choicesOf(components),
    publishAt: publishAt === null ? "" : toLocalInput(publishAt),
  };
  const plan = (values: typeof initial) => ({
    status: values.status,
    components: wordsFrom(values.components, props.incident.monitorIds),
    // An untouched time keeps its seconds, which the field doesn't show.
    ...(values.publishAt !== initial.publishAt && { publishAt: planTimeOf(values.publishAt) }),
  });
  const form = createForm(initial, async (values) => {
    const next = await correctIncidentUpdate(props.incident.id, {
      updateId: props.update.id,
      body: values.body,
      locales: wordsOf(values.locales, ["body"]),
      ...(isPlanned && plan(values)),
    });
    showToast(text.update.saved);
    props.onClose();
    props.onChanged(next);
  });
  return (
    <FormDialog
      form={form}
      title={isPlanned ? planText.editTitle : text.update.editTitle}
      isWide
      submit={text.update.save}
      onClose={() => props.onClose()}
    >
      <p>{isPlanned ? planText.editLead : text.update.editLead}</p>
      <Show when={isPlanned}>
        <PlanTime at={form.values.publishAt} error={form.problem("publishAt")} onAt={form.set("publishAt")} />
        <StatusSegments
          legend={text.compose.status}
          value={form.values.status}
          error={form.problem("status")}
          onChange={form.set("status")}
        />
      </Show>
      <MarkdownInput
        label={text.update.body}
        value={form.values.body}
        rows={8}
        error={form.problem("body")}
        offers={<CheckMessages monitorIds={props.incident.monitorIds} />}
        onInput={form.set("body")}
      />
      <Show when={isPlanned}>
        <ComponentFields
          monitorIds={props.incident.monitorIds}
          impact={props.incident.impact}
          said={props.incident.components}
          choices={form.values.components}
          error={form.problem("components")}
          onChange={form.set("components")}
        />
      </Show>
      <LanguageWords
        languages={languages.data()}
        problems={form.problems()}
        locales={form.values.locales}
        parts={["body"]}
        monitorIds={props.incident.monitorIds}
        onChange={form.set("locales")}
      />
    </FormDialog>
  );
}
