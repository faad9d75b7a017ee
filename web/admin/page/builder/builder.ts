import { type Accessor, batch, createMemo, createSignal, onCleanup } from "solid-js";
import { type AnyNode, findNode, membersOf } from "../../../../src/domain/page/layout_edit.ts";
import type { LayoutTree } from "../../../../src/schema/layout.ts";
import { ApiError, toApiError } from "../../../lib/api.ts";
import { type Conflict, readTimeout, type Side } from "../../../lib/edit.ts";
import { registerWork, takeDraft } from "../../../lib/open_work.ts";
import { currentUser } from "../../../lib/session.ts";
import { getStoredLayout, type StoredLayout, updateLayout } from "../../api/layout.ts";
import { text } from "../../text/page_builder.ts";
import { compareLayouts } from "./compare.ts";
import { listSamples } from "./kinds.ts";

const MOST_STEPS = 200;

export interface Builder {
  tree: Accessor<LayoutTree>;
  /** A block by its id, wherever it stands. */
  nodeOf: (id: string) => AnyNode | undefined;
  /** The one that is chosen; null where none is, or several are. */
  selectedId: Accessor<string | null>;
  chosen: Accessor<ReadonlySet<string>>;
  select: (id: string | null) => void;
  /** Chooses several at once. */
  choose: (ids: Iterable<string>) => void;
  /** One more, or one less. */
  toggle: (id: string) => void;
  /** What follows each other under one key is one step to take back. */
  apply: (next: LayoutTree, options?: { key?: string }) => boolean;
  undo: () => boolean;
  redo: () => boolean;
  canUndo: Accessor<boolean>;
  canRedo: Accessor<boolean>;
  isDirty: Accessor<boolean>;
  isBusy: Accessor<boolean>;
  error: Accessor<ApiError | undefined>;
  /** Somebody else has saved meanwhile. */
  conflict: Accessor<Conflict | undefined>;
  /** Goes on from what they have saved; it can be taken back like any step. */
  settle: (take: Side) => void;
  /** What is here was built before signing in again. */
  isRestored: boolean;
  /** The server's sentence for a block, or for one of its settings. */
  problemOf: (id: string, setting?: string) => string | undefined;
  save: () => Promise<boolean>;
}

interface UndoSteps {
  past: readonly LayoutTree[];
  future: readonly LayoutTree[];
}

/** A block and its place in words; undefined where there is no such block. */
type Describe = (tree: LayoutTree, id: string) => string | undefined;

interface BuilderOptions {
  describe: Describe;
  nameOf: (node: AnyNode) => string;
}

const DRAFT = "layout";

export function createBuilder(stored: StoredLayout, { describe, nameOf }: BuilderOptions): Builder {
  const draft = takeDraft(DRAFT, currentUser().id);
  const [tree, setTree] = createSignal((draft?.values as LayoutTree | undefined) ?? stored.tree);
  const [base, setBase] = createSignal((draft?.base as LayoutTree | undefined) ?? stored.tree);
  const [conflict, setConflict] = createSignal<Conflict<LayoutTree>>();
  let version = draft ? draft.version : stored.version;
  const [steps, setSteps] = createSignal<UndoSteps>({ past: [], future: [] });
  const [chosen, setChosen] = createSignal<ReadonlySet<string>>(new Set());
  const [isBusy, setIsBusy] = createSignal(false);
  const [error, setError] = createSignal<ApiError>();
  const [problems, setProblems] = createSignal<ReadonlyMap<string, string>>(new Map());
  const [isRefused, setIsRefused] = createSignal(false);
  /** Texts that nobody has read yet, once it was tried to publish them: visitors are not the first to. */
  const samples = createMemo(() => (isRefused() ? listSamples(tree()) : []));
  const isSample = (id: string) => samples().some((node) => node.id === id);
  const sampleError = () =>
    samples().length > 0
      ? new ApiError(400, { error: text.problems.sample(samples().map(nameOf)) })
      : undefined;
  let lastKey = "";

  const byId = createMemo(() => {
    const nodes = tree().children.flatMap((node): AnyNode[] => [node, ...membersOf(node)]);
    return new Map(nodes.map((node) => [node.id, node]));
  });

  const choose = (ids: Iterable<string>) => void setChosen(new Set(ids));

  function show(next: LayoutTree): void {
    setTree(next);
    const there = [...chosen()].filter((id) => findNode(next, id));
    if (there.length < chosen().size) choose(there);
  }

  function apply(next: LayoutTree, { key = "" }: { key?: string } = {}): boolean {
    const before = tree();
    if (next === before || JSON.stringify(next) === JSON.stringify(before)) return false;
    batch(() => {
      const isSameStep = key !== "" && key === lastKey;
      if (!isSameStep) setSteps(({ past }) => ({ past: [...past, before].slice(-MOST_STEPS), future: [] }));
      lastKey = key;
      show(next);
    });
    return true;
  }

  function travel(from: keyof UndoSteps, to: keyof UndoSteps): boolean {
    const found = steps()[from].at(-1);
    if (!found) return false;
    const here = tree();
    batch(() => {
      setSteps((known) => ({ ...known, [from]: known[from].slice(0, -1), [to]: [...known[to], here] }));
      lastKey = "";
      show(found);
    });
    return true;
  }

  async function save(): Promise<boolean> {
    if (isBusy()) return false;
    const sent = tree();
    const [sample] = listSamples(sent);
    setIsRefused(sample !== undefined);
    if (sample) {
      choose([sample.id]);
      return false;
    }
    setIsBusy(true);
    try {
      const answer = await updateLayout({ tree: sent, ...(version !== undefined && { version }) });
      batch(() => {
        version = answer.version;
        setError(undefined);
        setConflict(undefined);
        setProblems(new Map());
        setBase(answer.tree);
        // What was changed while it was sent stays, and stays unsaved.
        if (tree() === sent) setTree(answer.tree);
      });
      return true;
    } catch (thrown) {
      const fault = toApiError(thrown);
      if (fault.conflict) {
        await meet(fault.conflict);
        return false;
      }
      batch(() => {
        setError(fault);
        setProblems(problemsById(sent, fault));
      });
      return false;
    } finally {
      setIsBusy(false);
    }
  }

  async function meet(by: NonNullable<ApiError["conflict"]>): Promise<void> {
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

  function settle(take: Side): void {
    const found = conflict();
    if (!found) return;
    batch(() => {
      version = found.version;
      setBase(found.theirs);
      setConflict(undefined);
      if (take === "theirs") apply(found.theirs);
    });
  }

  const isDirty = () => JSON.stringify(tree()) !== JSON.stringify(base());
  onCleanup(
    registerWork({
      isOpen: () => isBusy() || isDirty(),
      draft: () => (isDirty() ? { name: DRAFT, values: tree(), base: base(), version } : null),
    }),
  );

  return {
    tree,
    conflict,
    settle,
    isRestored: draft !== null,
    nodeOf: (id) => byId().get(id),
    selectedId: () => (chosen().size === 1 ? ([...chosen()][0] ?? null) : null),
    chosen,
    choose,
    select: (id) => choose(id === null ? [] : [id]),
    toggle(id) {
      const others = [...chosen()].filter((one) => one !== id);
      choose(others.length === chosen().size ? [...others, id] : others);
    },
    apply,
    undo: () => travel("past", "future"),
    redo: () => travel("future", "past"),
    canUndo: () => steps().past.length > 0,
    canRedo: () => steps().future.length > 0,
    isDirty,
    isBusy,
    error: () => sampleError() ?? error(),
    problemOf: (id, setting = "") =>
      isSample(id) && (setting === "" || setting === "markdown")
        ? text.problems.unread
        : problems().get(`${id} ${setting}`),
    save,
  };
}

const PATH = /^children\[(\d+)\](?:\.children\[(\d+)\])?(?:\.(.+))?$/;

/** The server names places in the tree; what people see are blocks. */
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
