import { createSignal, Match, Show, Switch } from "solid-js";
import type { Incident } from "../../../../src/schema/incident.ts";
import { createForm } from "../../../lib/form.ts";
import { formatMoment } from "../../../lib/time.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { Markdown } from "../../../ui/Markdown.tsx";
import { MarkdownInput } from "../../../ui/MarkdownInput.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { RowMenu } from "../../../ui/RowMenu.tsx";
import { showToast } from "../../../ui/toast.ts";
import { correctIncidentUpdate, removeIncidentUpdate } from "../../api/incident.ts";
import { createLanguages } from "../../page/words/page_languages.ts";
import { text } from "../../text/incident.ts";
import { type LocaleWords, wordsOf } from "./incident_values.ts";
import { LanguageWords } from "./LanguageWords.tsx";
import { IncidentStatusMark } from "./marks.tsx";

interface Props {
  incidentId: number;
  update: Incident["updates"][number];
  onChanged: (incident: Incident) => void;
  onRemoved: () => void;
}

export function UpdateEntry(props: Props) {
  const [asked, setAsked] = createSignal<"edit" | "remove">();
  const close = () => setAsked(undefined);
  const { status, postedAt } = props.update;
  return (
    <li class={`timeline__one timeline__one--${status}`}>
      <div class="row row--spread">
        <span class="row">
          <IncidentStatusMark status={status} />
          <span class="small soft">
            <RelativeTime at={postedAt} />
          </span>
        </span>
        <RowMenu
          label={text.update.menu(text.statuses[status], formatMoment(postedAt))}
          items={[
            { kind: "action", label: text.update.edit, icon: "edit", onSelect: () => setAsked("edit") },
            {
              kind: "action",
              label: text.update.remove,
              icon: "trash",
              isDanger: true,
              onSelect: () => setAsked("remove"),
            },
          ]}
        />
      </div>
      <Markdown text={props.update.body} />
      <Switch>
        <Match when={asked() === "edit"}>
          <EditDialog {...props} onClose={close} />
        </Match>
        <Match when={asked() === "remove"}>
          <ConfirmDialog
            title={text.update.removeTitle}
            lead={text.update.removeLead}
            ends={text.update.removeEnds}
            confirm={text.update.remove}
            onClose={close}
            onConfirm={async () => {
              await removeIncidentUpdate(props.incidentId, props.update.id);
              close();
              showToast(text.update.removed);
              props.onRemoved();
            }}
          />
        </Match>
      </Switch>
    </li>
  );
}

function EditDialog(props: Props & { onClose: () => void }) {
  const languages = createLanguages();
  const initial = { body: props.update.body, locales: props.update.locales as LocaleWords };
  const form = createForm(initial, async ({ body, locales }) => {
    const words = wordsOf(locales, ["body"]);
    const next = await correctIncidentUpdate(props.incidentId, {
      updateId: props.update.id,
      body,
      locales: words,
    });
    showToast(text.update.saved);
    props.onClose();
    props.onChanged(next);
  });
  return (
    <FormDialog
      form={form}
      title={text.update.editTitle}
      isWide
      submit={text.update.save}
      onClose={() => props.onClose()}
    >
      <p>{text.update.editLead}</p>
      <MarkdownInput
        label={text.update.body}
        value={form.values.body}
        rows={8}
        error={form.problem("body")}
        onInput={form.set("body")}
      />
      <Show when={languages.data()}>
        {(known) => (
          <LanguageWords
            languages={known()}
            locales={form.values.locales}
            parts={["body"]}
            onChange={form.set("locales")}
          />
        )}
      </Show>
    </FormDialog>
  );
}
