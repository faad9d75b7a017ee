import { createSignal } from "solid-js";
import { type Refusal, withoutField } from "./ask.ts";
import { findProblems, type HeaderRow } from "./sign_up_body.ts";
import { useSubscribing } from "./words.ts";

export const NO_REFUSAL: Refusal = { sentence: null, fields: {} };

export function createSubscribeForm(start: HeaderRow[] = []) {
  const { t } = useSubscribing();
  const [rows, setRows] = createSignal(start);
  const [refusal, setRefusal] = createSignal(NO_REFUSAL);
  const [isBusy, setBusy] = createSignal(false);
  const forget = (input: string) => setRefusal((before) => withoutField(before, input));

  function check(data: FormData): boolean {
    const fields = findProblems(data, t);
    setRefusal({ sentence: null, fields });
    return Object.keys(fields).length === 0;
  }

  function changeRows(changed: HeaderRow[]): void {
    setRows(changed);
    forget("webhookHeaders");
  }

  return { rows, setRows, changeRows, refusal, setRefusal, forget, check, isBusy, setBusy };
}
