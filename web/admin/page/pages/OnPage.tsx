import { type Accessor, type JSX, Show } from "solid-js";
import type { Page } from "../../../../src/schema/page.ts";
import { chosenPage } from "../../../lib/chosen_page.ts";
import { keep, readKeptWords } from "../../../lib/kept.ts";
import { createLoad } from "../../../lib/load.ts";
import { navigate } from "../../../lib/router.ts";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { listPages } from "../../api/page.ts";
import { text } from "../../text/pages.ts";
import { type PagePart, pathOf } from "./paths.ts";

const KEY = "uptide-pages";

export function OnPage(props: {
  part: PagePart;
  children: (pages: Accessor<readonly Page[]>) => JSX.Element;
}) {
  const pages = createLoad(async (signal) => {
    // With a single page there is no switch, so the page's own requests go first.
    if (!chosenPage() && readKeptWords(KEY).length === 0) await untilIdle();
    const found = await listPages(signal);
    keep(KEY, found.length > 1 ? ["several"] : []);
    return found;
  });
  const key = () => chosenPage() ?? "main";
  const options = () => (pages.data() ?? []).map(({ key: value, name }) => ({ value, label: name }));
  return (
    <Show when={key()} keyed>
      {(shown) => (
        <>
          <Show when={options().length > 1}>
            <div class="page-switch">
              <Field label={text.switch}>
                <Select
                  value={shown}
                  options={options()}
                  onChange={(to) => navigate(pathOf(to, props.part))}
                />
              </Field>
            </div>
          </Show>
          {props.children(() => pages.data() ?? [])}
        </>
      )}
    </Show>
  );
}

async function untilIdle(): Promise<void> {
  await new Promise<void>((resolve) => {
    // Safari lacks idle callbacks.
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 1000 });
    else setTimeout(resolve, 200);
  });
}
