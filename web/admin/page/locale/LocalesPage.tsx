import { createSignal, Match, Show, Switch } from "solid-js";
import type { Locale } from "../../../../src/schema/locale.ts";
import { createForm } from "../../../lib/form.ts";
import { createLoad } from "../../../lib/load.ts";
import { navigate } from "../../../lib/router.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { Dialog, DialogActions } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { Menu, type MenuItem } from "../../../ui/Menu.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { type Column, Table } from "../../../ui/Table.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import {
  createLocale,
  listLocaleKeys,
  listLocales,
  makeDefaultLocale,
  removeLocale,
  updateLocale,
} from "../../api/locale.ts";
import { text } from "../../text/locale.ts";
import { countMissing, hasBuiltInCopy } from "./wording.ts";

const ROOT = "/admin/localization";

export default function LocalesPage() {
  const load = createLoad(async (signal) => {
    const [locales, keys] = await Promise.all([listLocales(signal), listLocaleKeys(signal)]);
    return { locales, keys };
  });
  const [asked, setAsked] = createSignal<Locale | "add">();
  const close = () => setAsked(undefined);
  const removed = () => {
    const found = asked();
    return found === "add" ? undefined : found;
  };

  async function makeDefault({ code, name }: Locale): Promise<void> {
    try {
      await makeDefaultLocale(code);
      showToast(text.madeDefault(name));
    } finally {
      load.reload();
    }
  }

  async function setShown({ code, name }: Locale, published: boolean): Promise<void> {
    try {
      await updateLocale(code, { published });
      showToast(published ? text.nowShown(name) : text.nowHidden(name));
    } finally {
      load.reload();
    }
  }

  function itemsOf(locale: Locale): MenuItem[] {
    const { published } = locale;
    const others: MenuItem[] = locale.isDefault
      ? []
      : [
          ...(published
            ? [
                {
                  kind: "action" as const,
                  label: text.makeDefault,
                  icon: "check" as const,
                  onSelect: () => void makeDefault(locale),
                },
              ]
            : []),
          {
            kind: "action",
            label: published ? text.hide : text.show,
            onSelect: () => void setShown(locale, !published),
          },
          { kind: "line" },
          {
            kind: "action",
            label: text.remove,
            icon: "trash",
            isDanger: true,
            onSelect: () => setAsked(locale),
          },
        ];
    return [{ kind: "link", label: text.edit, icon: "edit", href: `${ROOT}/${locale.code}` }, ...others];
  }

  const columns = (): readonly Column<Locale>[] => [
    {
      header: text.columns.language,
      kind: "lead",
      cell: (locale) => (
        <span class="row">
          <a class="strong" href={`${ROOT}/${locale.code}`}>
            {locale.name}
          </a>
          <span class="mono soft">{locale.code}</span>
          <Show when={locale.isDefault}>
            <Badge tone="accent">{text.isDefault}</Badge>
          </Show>
          <Show when={!locale.published}>
            <Badge>{text.isHidden}</Badge>
          </Show>
        </span>
      ),
    },
    {
      header: text.columns.texts,
      cell: (locale) => {
        const missing = () => countMissing(locale, load.data()?.keys ?? []);
        const own = () => text.own(Object.keys(locale.translations).length);
        return (
          <span class="row">
            <Show when={missing() > 0} fallback={<Badge tone="good">{text.whole}</Badge>}>
              <Badge tone="warn">{text.missing(missing())}</Badge>
            </Show>
            <span class="small soft">{own()}</span>
          </span>
        );
      },
    },
    {
      header: text.columns.actions,
      kind: "end",
      cell: (locale) => (
        <Menu
          label={text.menu(locale.name)}
          trigger={<Icon name="more" />}
          triggerClass="button button--quiet button--icon"
          items={itemsOf(locale)}
        />
      ),
    },
  ];

  return (
    <>
      <PageHeader
        title={text.title}
        lead={text.lead}
        actions={
          <Button variant="primary" icon="plus" onClick={() => setAsked("add")}>
            {text.add}
          </Button>
        }
      />
      <Loaded load={load}>
        {(data) => (
          <div class="card">
            <Table caption={text.title} columns={columns()} rows={data().locales} />
          </div>
        )}
      </Loaded>
      <Switch>
        <Match when={asked() === "add"}>
          <AddLanguageDialog onClose={close} />
        </Match>
        <Match when={removed()}>
          {(locale) => (
            <ConfirmDialog
              title={text.removeTitle(locale().name)}
              lead={text.removeLead}
              ends={text.removeEnds(Object.keys(locale().translations).length)}
              confirm={text.remove}
              onClose={close}
              onConfirm={async () => {
                const { code, name } = locale();
                await removeLocale(code);
                close();
                load.reload();
                showToast(text.removed(name));
              }}
            />
          )}
        </Match>
      </Switch>
    </>
  );
}

/** Goes on to its texts, which is what there is to do next. */
function AddLanguageDialog(props: { onClose: () => void }) {
  const form = createForm({ name: "", code: "" }, async ({ name, code }) => {
    const wanted = code.trim().toLowerCase();
    const added = await createLocale({ name, code: wanted, published: hasBuiltInCopy(wanted) });
    props.onClose();
    showToast(text.added(added.name, added.published));
    navigate(`${ROOT}/${added.code}`);
  });
  return (
    <Dialog title={text.addTitle} isHeld={form.isBusy()} onClose={() => props.onClose()}>
      <FormView form={form} label={text.addTitle}>
        <Field label={text.name} hint={text.nameHint} error={form.problem("name")}>
          <TextInput
            value={form.values.name}
            maxlength={80}
            autocomplete="off"
            placeholder={text.namePlaceholder}
            onInput={form.set("name")}
          />
        </Field>
        <Field label={text.code} hint={text.codeHint} error={form.problem("code")}>
          <TextInput
            value={form.values.code}
            maxlength={8}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            placeholder={text.codePlaceholder}
            isMono
            onInput={form.set("code")}
          />
        </Field>
        <DialogActions submit={text.add} isBusy={form.isBusy()} onCancel={() => props.onClose()} />
      </FormView>
    </Dialog>
  );
}
