import { createEffect, on, Show } from "solid-js";
import type { Incident } from "../../../../src/schema/incident.ts";
import { type Edited, readTimeout } from "../../../lib/edit.ts";
import { createForm } from "../../../lib/form.ts";
import { isSame } from "../../../lib/merge.ts";
import { Button } from "../../../ui/Button.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { LeaveGuard } from "../../../ui/LeaveGuard.tsx";
import { MarkdownInput } from "../../../ui/MarkdownInput.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { showToast } from "../../../ui/toast.ts";
import { getIncident, savePostMortem } from "../../api/incident.ts";
import { createLanguages } from "../../page/words/page_languages.ts";
import { text as incidentText } from "../../text/incident.ts";
import { text } from "../../text/post_mortem.ts";
import { type LocaleWords, wordsOf } from "./incident_values.ts";
import { LanguageWords } from "./LanguageWords.tsx";

interface Values {
  body: string;
  locales: LocaleWords;
  isPublished: boolean;
}

const valuesOf = ({ postMortem }: Incident): Values => ({
  body: postMortem?.body ?? "",
  locales: (postMortem?.locales ?? {}) as LocaleWords,
  isPublished: (postMortem?.publishedAt ?? null) !== null,
});

const editOf = (stored: Incident, onTaken: (incident: Incident) => void): Edited<Values, Incident> => ({
  stored,
  read: async () => await getIncident(readTimeout(), stored.id),
  toValues: valuesOf,
  labels: { body: text.body, locales: incidentText.languages.title, isPublished: text.isPublished },
  onTaken,
});

export function PostMortemForm(props: {
  incident: Incident;
  isUnseen: boolean;
  onSaved: (incident: Incident) => void;
}) {
  const languages = createLanguages();
  const publishedAt = () => props.incident.postMortem?.publishedAt ?? null;
  const form = createForm(
    valuesOf(props.incident),
    async ({ body, locales, isPublished }, sent) => {
      const isNew = isPublished && publishedAt() === null;
      const written = {
        body,
        locales: wordsOf(locales, ["body"]),
        publishedAt: isPublished ? (publishedAt() ?? Date.now()) : null,
      };
      const next = await savePostMortem(props.incident.id, sent.all(written));
      form.reset(valuesOf(next), next);
      showToast(isNew ? text.published : text.saved);
      props.onSaved(next);
    },
    { edit: editOf(props.incident, (taken) => props.onSaved(taken)) },
  );
  createEffect(
    on(
      () => props.incident,
      (next, before) => {
        if (before && isSame(next.postMortem, before.postMortem)) form.follow(next);
      },
    ),
  );
  const submit = () => {
    const was = publishedAt() !== null;
    if (form.values.isPublished) return was ? text.save : text.publish;
    return was ? text.takeBack : text.saveDraft;
  };
  const isNotified = () => props.incident.notifySubscribers && !props.isUnseen;
  return (
    <FormView form={form} label={text.title}>
      <LeaveGuard isDirty={form.isDirty} />
      <MarkdownInput
        label={text.body}
        placeholder={text.placeholder}
        rows={10}
        value={form.values.body}
        error={form.problem("body")}
        onInput={form.set("body")}
      />
      <LanguageWords
        languages={languages.data()}
        problems={form.problems()}
        locales={form.values.locales}
        parts={["body"]}
        onChange={form.set("locales")}
      />
      <Show when={!props.incident.draft} fallback={<p class="small soft">{text.draftFirst}</p>}>
        <Switch
          label={text.isPublished}
          hint={text.publishHint(isNotified())}
          isOn={form.values.isPublished}
          onChange={form.set("isPublished")}
        />
      </Show>
      <div class="row row--spread">
        <span />
        <Button type="submit" variant="primary" isBusy={form.isBusy()}>
          {submit()}
        </Button>
      </div>
    </FormView>
  );
}
