import { For, type JSX, Show } from "solid-js";
import type { Locale } from "../../../../src/schema/locale.ts";
import { setQuery } from "../../../lib/router.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { LeaveGuard } from "../../../ui/LeaveGuard.tsx";
import { Segments } from "../../../ui/Segments.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import type { LocaleKey } from "../../api/locale.ts";
import { text } from "../../text/locale.ts";
import { SaveBar } from "./LocaleSaveBar.tsx";
import { createLocaleForm } from "./locale_form.ts";
import { TextRow } from "./TextRow.tsx";
import { createTextFilter, GROUPS, SHOWN } from "./text_filter.ts";
import "./locale.css";

export function LocaleEditor(props: { locale: Locale; keys: readonly LocaleKey[] }) {
  const { code } = props.locale;
  const { form, saved, own, set, refused, problemOf, count, missing, discard } = createLocaleForm(
    props.locale,
    props.keys,
  );
  const { group, search, shown, found, groups, keysIn } = createTextFilter({
    code,
    keys: props.keys,
    saved,
    refused,
  });
  return (
    <FormView form={form} label={text.editTitle(props.locale.name)}>
      <LeaveGuard isDirty={form.isDirty} />
      <div class="filters">
        <Field label={text.filter.search}>
          <TextInput
            type="search"
            autocomplete="off"
            value={search()}
            onInput={(value) => setQuery({ search: value }, { replace: true })}
          />
        </Field>
        <Field label={text.filter.group}>
          <Select value={group()} options={GROUPS} onChange={(value) => setQuery({ group: value })} />
        </Field>
        <Field label={text.name} error={form.problem("name")}>
          <TextInput value={form.values.name} autocomplete="off" onInput={form.set("name")} />
        </Field>
      </div>
      <Show when={!saved().isDefault} fallback={<p class="small soft">{text.shownDefault}</p>}>
        <Switch
          label={text.shown}
          hint={missing() > 0 ? text.shownMissing(missing()) : text.shownWhole}
          error={form.problem("published")}
          isOn={form.values.published}
          onChange={form.set("published")}
        />
      </Show>
      <div class="row row--spread">
        <Segments
          legend={text.filter.show}
          value={shown()}
          options={SHOWN}
          onChange={(value) => setQuery({ show: value === "all" ? "" : value })}
        />
        <span class="small soft" role="status">
          {text.found(found().length)}
          {missing() > 0 ? ` · ${text.missing(missing())}` : ` · ${text.whole}`}
        </span>
      </div>
      <Show when={found().length > 0} fallback={<NothingFound />}>
        <For each={groups()}>
          {(name) => (
            <TextGroup name={name}>
              <For each={keysIn(name)}>
                {(key) => (
                  <TextRow
                    code={code}
                    known={key}
                    own={own(key.key)}
                    error={problemOf(key.key)}
                    onInput={set(key.key)}
                  />
                )}
              </For>
            </TextGroup>
          )}
        </For>
      </Show>
      <SaveBar form={form} changed={count()} onDiscard={discard} />
    </FormView>
  );
}

function TextGroup(props: { name: string; children: JSX.Element }) {
  return (
    <section class="card wordings" aria-label={props.name}>
      <div class="card__head">
        <h2>{props.name}</h2>
      </div>
      {props.children}
    </section>
  );
}

function NothingFound() {
  return (
    <div class="card state">
      <p>{text.none}</p>
      <Button onClick={() => setQuery({ search: "", group: "", show: "" })}>{text.clear}</Button>
    </div>
  );
}
