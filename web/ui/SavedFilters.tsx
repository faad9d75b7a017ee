import { createSignal, Show } from "solid-js";
import { ApiError } from "../lib/api.ts";
import { createForm } from "../lib/form.ts";
import { filterQuery } from "../lib/kept_list.ts";
import type { ListMemory } from "../lib/list_memory.ts";
import { place } from "../lib/router.ts";
import { Field } from "./Field.tsx";
import { FormDialog } from "./FormDialog.tsx";
import { Menu } from "./Menu.tsx";
import type { MenuItem } from "./MenuEntry.tsx";
import { TextInput } from "./TextInput.tsx";
import { text as words } from "./text.ts";
import { showToast } from "./toast.ts";

const text = words.list;

export function SavedFilters(props: { memory: ListMemory; names: readonly string[] }) {
  const [isNaming, setIsNaming] = createSignal(false);
  const current = () => filterQuery(place().search, props.names);
  const open = () => props.memory.filters().find(({ query }) => query === current());

  function items(): MenuItem[] {
    const links = props.memory.filters().map(({ name, query }): MenuItem => {
      const isOpen = query === current();
      return {
        kind: "link",
        label: name,
        icon: isOpen ? "check" : "search",
        href: `${place().path}?${query}`,
      };
    });
    const own = open();
    const deeds: MenuItem[] = [];
    if (own)
      deeds.push({
        kind: "action",
        label: text.forget(own.name),
        icon: "trash",
        onSelect: () => {
          props.memory.dropFilter(own.name);
          showToast(text.forgotten(own.name));
        },
      });
    else if (current() !== "")
      deeds.push({ kind: "action", label: text.save, icon: "plus", onSelect: () => setIsNaming(true) });
    return links.length > 0 && deeds.length > 0
      ? [...links, { kind: "line" }, ...deeds]
      : [...links, ...deeds];
  }

  return (
    <>
      <Show when={items().length > 0}>
        <Menu
          label={text.saved}
          triggerClass="button button--quiet button--small"
          trigger={text.saved}
          items={items()}
        />
      </Show>
      <Show when={isNaming()}>
        <NameDialog
          onName={(name) => props.memory.keepFilter({ name, query: current() })}
          onClose={() => setIsNaming(false)}
        />
      </Show>
    </>
  );
}

function NameDialog(props: { onName: (name: string) => void; onClose: () => void }) {
  const form = createForm(
    { name: "" },
    async ({ name }) => {
      if (name.trim() === "") throw missingName();
      props.onName(name.trim());
      showToast(text.isSaved(name.trim()));
      props.onClose();
    },
    { isPassing: true },
  );
  return (
    <FormDialog form={form} title={text.saveTitle} submit={text.saveSubmit} onClose={() => props.onClose()}>
      <Field label={text.name} hint={text.nameHint} error={form.problem("name")}>
        <TextInput value={form.values.name} onInput={form.set("name")} />
      </Field>
    </FormDialog>
  );
}

function missingName(): ApiError {
  const message = text.nameMissing;
  return new ApiError(400, { error: message, problems: [{ path: "name", message }] });
}
