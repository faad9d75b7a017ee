import { For, Index, type JSX, Show } from "solid-js";
import { WEBHOOK_METHODS } from "../../../src/schema/subscriber.ts";
import type { Problems } from "./ask.ts";
import { Problem } from "./Problem.tsx";
import type { HeaderRow } from "./sign_up_body.ts";
import { useSubscribing } from "./words.ts";

const MOST_HEADERS = 10;

interface Props {
  problems: Problems;
  method?: string;
  notifyOnFailure?: boolean;
  rows: readonly HeaderRow[];
  setRows: (rows: HeaderRow[]) => void;
  stored?: readonly string[];
}

export function WebhookFields(props: Props): JSX.Element {
  const { t } = useSubscribing();
  const method = () => props.method ?? WEBHOOK_METHODS[0];
  return (
    <>
      <label>
        <span>{t("subscribe.webhookMethod")}</span>
        <select name="webhookMethod">
          <For each={WEBHOOK_METHODS}>
            {(name) => (
              <option value={name} selected={name === method()}>
                {name}
              </option>
            )}
          </For>
        </select>
      </label>
      <HeaderRows {...props} />
      <label class="check">
        <input type="checkbox" name="notifyOnFailure" checked={props.notifyOnFailure ?? true} />
        <span>{t("subscribe.notifyOnFailure")}</span>
      </label>
    </>
  );
}

function HeaderRows(props: Props): JSX.Element {
  const { t } = useSubscribing();
  const change = (at: number, part: Partial<HeaderRow>) =>
    props.setRows(props.rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  const isStored = (name: string) => props.stored?.includes(name) === true;
  return (
    <fieldset>
      <legend>{t("subscribe.webhookHeaders")}</legend>
      <Index each={props.rows}>
        {(row, at) => (
          <div class="header-row">
            <input
              aria-label={t("subscribe.headerName")}
              placeholder={t("subscribe.headerName")}
              autocomplete="off"
              autocapitalize="none"
              spellcheck={false}
              value={row().name}
              onInput={({ currentTarget }) => change(at, { name: currentTarget.value })}
            />
            <input
              aria-label={t("subscribe.headerValue")}
              placeholder={isStored(row().name) ? "••••••••" : t("subscribe.headerValue")}
              autocomplete="off"
              spellcheck={false}
              value={row().value}
              onInput={({ currentTarget }) => change(at, { value: currentTarget.value })}
            />
            <button
              type="button"
              class="button"
              aria-label={t("subscribe.removeHeader", { name: row().name })}
              onClick={() => props.setRows(props.rows.filter((_, index) => index !== at))}
            >
              <span aria-hidden="true">×</span>
            </button>
          </div>
        )}
      </Index>
      <Show when={(props.stored?.length ?? 0) > 0}>
        <p class="hint">{t("subscribe.headerKept")}</p>
      </Show>
      <Show when={props.rows.length < MOST_HEADERS}>
        <button
          type="button"
          class="button outlined"
          onClick={() => props.setRows([...props.rows, { name: "", value: "" }])}
        >
          {t("subscribe.addHeader")}
        </button>
      </Show>
      <Problem text={props.problems.webhookHeaders} />
    </fieldset>
  );
}
