import { batch, createSignal, onCleanup } from "solid-js";
import { membersOf } from "../../../../src/domain/page/layout_edit.ts";
import type { LayoutTree } from "../../../../src/schema/layout.ts";
import { type ApiError, toApiError } from "../../../lib/api.ts";
import { chosenPrefix } from "../../../lib/chosen_page.ts";
import { type Conflict, readTimeout } from "../../../lib/edit.ts";
import { registerWork, takeDraft } from "../../../lib/open_work.ts";
import { currentUser } from "../../../lib/session.ts";
import { getStoredLayout, type StoredLayout, updateLayout } from "../../api/layout.ts";
import { compareLayouts, type DescribeBlock } from "./compare.ts";

const draftName = () => `layout${chosenPrefix()}`;

export function createEditedLayout(stored: StoredLayout, describe: DescribeBlock) {
  const name = draftName();
  const draft = takeDraft(name, currentUser().id);
  const [tree, setTree] = createSignal((draft?.values as LayoutTree | undefined) ?? stored.tree);
  const published = createPublished(
    draft ? { tree: draft.base as LayoutTree, version: draft.version } : stored,
  );
  const base = () => published.tree();
  const [isBusy, setIsBusy] = createSignal(false);
  const [error, setError] = createSignal<ApiError>();
  const [problems, setProblems] = createSignal<ReadonlyMap<string, string>>(new Map());
  const [conflict, setConflict] = createSignal<Conflict<LayoutTree>>();

  const isDirty = () => JSON.stringify(tree()) !== JSON.stringify(base());
  onCleanup(
    registerWork({
      isOpen: () => isBusy() || isDirty(),
      draft: () => (isDirty() ? { name, values: tree(), base: base(), ...published.versionRead() } : null),
    }),
  );

  async function save(): Promise<boolean> {
    const sent = tree();
    setIsBusy(true);
    try {
      const saved = await updateLayout({ tree: sent, ...published.versionRead() });
      batch(() => {
        published.take(saved);
        setError(undefined);
        setConflict(undefined);
        setProblems(new Map());
        // Changes made while the request ran stay, unsaved.
        if (tree() === sent) setTree(saved.tree);
      });
      return true;
    } catch (thrown) {
      const fault = toApiError(thrown);
      if (fault.conflict) await showConflict(fault.conflict);
      else
        batch(() => {
          setError(fault);
          setProblems(problemsById(sent, fault));
        });
      return false;
    } finally {
      setIsBusy(false);
    }
  }

  async function showConflict(by: NonNullable<ApiError["conflict"]>): Promise<void> {
    try {
      const theirs = await getStoredLayout(readTimeout());
      const differences = compareLayouts({ base: base(), theirs: theirs.tree, mine: tree() }, describe);
      const found = { theirs: theirs.tree, stored: theirs, version: theirs.version, differences };
      batch(() => {
        setError(undefined);
        setConflict({ ...by, ...found });
      });
    } catch (thrown) {
      setError(toApiError(thrown));
    }
  }

  function acceptTheirs(): LayoutTree | undefined {
    const found = conflict();
    if (!found) return;
    batch(() => {
      published.take(found.stored as StoredLayout);
      setConflict(undefined);
    });
    return found.theirs;
  }

  const problemOf = (id: string, setting: string) => problems().get(`${id} ${setting}`);
  const isRestored = draft !== null;
  const shown = { tree, setTree, isRestored, isDirty, isBusy, error, problemOf, conflict };
  return { ...shown, save, acceptTheirs, published };
}

interface Published {
  tree: LayoutTree;
  version?: number | undefined;
}

function createPublished(stored: Published) {
  const [layout, take] = createSignal<Published>(stored);
  const versionRead = () => {
    const { version } = layout();
    return version === undefined ? {} : { version };
  };
  return { tree: () => layout().tree, versionRead, take };
}

const PATH = /^children\[(\d+)\](?:\.children\[(\d+)\])?(?:\.(.+))?$/;

function problemsById(tree: LayoutTree, { problems }: ApiError): Map<string, string> {
  const found = new Map<string, string>();
  for (const { path, message } of problems) {
    const [, top, inner, setting = ""] = PATH.exec(path) ?? [];
    const node = tree.children[Number(top)];
    const block = inner === undefined ? node : node && membersOf(node)[Number(inner)];
    if (!block) continue;
    found.set(`${block.id} `, message);
    found.set(`${block.id} ${setting}`, message);
  }
  return found;
}
