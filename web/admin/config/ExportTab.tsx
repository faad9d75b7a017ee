import { createSignal, Show } from "solid-js";
import { type AnyKind, DOCUMENT_KINDS, PAGE_KINDS } from "../../../src/schema/document_kind.ts";
import { toApiError } from "../../lib/api.ts";
import { downloadFile } from "../../lib/download.ts";
import { currentUser } from "../../lib/session.ts";
import { Button } from "../../ui/Button.tsx";
import { CodeInput } from "../../ui/CodeInput.tsx";
import { CopyButton } from "../../ui/CopyField.tsx";
import { Field } from "../../ui/Field.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/toast.ts";
import { exportConfiguration } from "../api/config.ts";
import { text } from "../text/config.ts";

const ORDER: readonly AnyKind[] = [
  "Monitor",
  ...DOCUMENT_KINDS.filter((kind) => kind !== "Monitor"),
  ...PAGE_KINDS,
];

export function ExportTab() {
  const isAdmin = currentUser().role === "admin";
  const [kind, setKind] = createSignal("");
  const [shown, setShown] = createSignal<string>();
  const [fault, setFault] = createSignal<string>();
  const [busy, setBusy] = createSignal<"view" | "download">();

  async function fetchThen(deed: "view" | "download", use: (documents: string) => void): Promise<void> {
    setBusy(deed);
    try {
      use(await exportConfiguration(kind() || undefined));
      setFault(undefined);
    } catch (thrown) {
      setFault(toApiError(thrown).message);
    }
    setBusy(undefined);
  }

  function download(documents: string): void {
    downloadFile(text.out.fileName, { type: "application/yaml", text: documents });
    showToast(text.out.downloaded);
  }

  return (
    <div class="stack">
      <p class="soft">
        {text.out.lead} {isAdmin ? "" : text.out.operator}
      </p>
      <div class="configuration__choose">
        <Field label={text.out.kind} hint={text.out.notIn}>
          <Select
            value={kind()}
            options={kindsFor(isAdmin)}
            onChange={(next) => {
              setKind(next);
              setShown(undefined);
            }}
          />
        </Field>
        <Button
          variant="primary"
          icon="download"
          isBusy={busy() === "download"}
          onClick={() => void fetchThen("download", download)}
        >
          {text.out.download}
        </Button>
        <Button icon="eye" isBusy={busy() === "view"} onClick={() => void fetchThen("view", setShown)}>
          {text.out.view}
        </Button>
      </div>
      <Show when={fault()}>
        {(message) => (
          <Notice tone="bad" isSummary>
            <p>{message()}</p>
          </Notice>
        )}
      </Show>
      <Show when={shown() !== undefined}>
        <Show when={shown()?.trim()} fallback={<p class="soft">{text.out.empty}</p>}>
          {(documents) => (
            <div class="stack stack--tight">
              <Field label={text.out.shown}>
                <CodeInput language="yaml" rows={24} value={documents()} isReadOnly />
              </Field>
              <div>
                <CopyButton value={documents()} />
              </div>
            </div>
          )}
        </Show>
      </Show>
    </div>
  );
}

function kindsFor(isAdmin: boolean) {
  return [
    { value: "", label: isAdmin ? text.out.all : text.out.allOfOperator },
    { value: PAGE_KINDS.join(","), label: text.out.page },
    { value: "all", label: text.out.both },
    ...ORDER.filter((one) => one !== "Action" || isAdmin).map((value) => ({
      value,
      label: text.out.kinds[value],
    })),
  ];
}
