import type { Edited, Sent } from "../lib/edit.ts";
import { createForm, type Form } from "../lib/form.ts";
import { navigate } from "../lib/router.ts";
import { showToast } from "./toast.ts";

interface EntityFormOptions<T extends object, S extends object> {
  stored: S | null;
  initial: T;
  editOf: (stored: S) => Edited<T, S>;
  save: (values: T, sent: Sent<T>) => Promise<S>;
  savedText: (saved: S) => string;
  next: (saved: S) => string;
}

export function createEntityForm<T extends object, S extends object>({
  stored,
  initial,
  editOf,
  save,
  savedText,
  next,
}: EntityFormOptions<T, S>): Form<T> {
  const form: Form<T> = createForm<T, S>(
    initial,
    async (values, sent) => {
      const saved = await save(values, sent);
      form.reset(values);
      showToast(savedText(saved), form.warningsIn(saved));
      navigate(next(saved), { isForced: true });
    },
    { edit: stored ? editOf(stored) : undefined },
  );
  return form;
}
