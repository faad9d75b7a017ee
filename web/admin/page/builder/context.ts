import { type Accessor, createContext, useContext } from "solid-js";
import type { AnyNode } from "../../../../src/domain/page/layout_edit.ts";
import type { GroupNode, PlaceableMonitor } from "../../../../src/schema/layout.ts";
import type { PublicPage } from "../../../../src/schema/public_page.ts";
import type { PageLanguages } from "../words/page_languages.ts";
import type { Builder } from "./builder.ts";
import type { Drag } from "./drag.ts";

/** What every part of the builder needs. */
export interface BuilderContext {
  builder: Builder;
  drag: Drag;
  monitors: readonly PlaceableMonitor[];
  languages: PageLanguages;
  /** The page as visitors would have it with these blocks, for their data. */
  page: Accessor<PublicPage>;
  /** The page's styles, made once for all blocks. */
  sheets: Accessor<CSSStyleSheet[]>;
  nameOf: (node: AnyNode) => string;
  /** Where a block stands, in words. */
  placeOf: (id: string) => string;
  /** For those who hear the page. */
  tell: (sentence: string) => void;
  groupChosen: Accessor<GroupNode | null>;
  /** At the end of the group that is chosen, else below all others. Where one was on, such as a search, one stays: another may follow. */
  add: (node: AnyNode) => void;
  /** What was added last, while it is there. */
  lastAdded: Accessor<AnyNode | undefined>;
  /** What monitors to add are looked for by: it outlasts a look at a block. */
  search: Accessor<string>;
  setSearch: (search: string) => void;
  /** Asks first where more goes than the blocks themselves. */
  remove: (ids: Iterable<string>) => void;
  showProperties: (id: string) => void;
}

const Context = createContext<BuilderContext>();

export const BuilderProvider = Context.Provider;

export function useBuilder(): BuilderContext {
  const found = useContext(Context);
  if (!found) throw new Error("a part of the builder stands in the builder");
  return found;
}

export function chooseIdOf(id: string): string {
  return `block-${id}`;
}

/** A block that was moved is another element for the browser: the focus goes after it. */
export function focusBlock(id: string): void {
  queueMicrotask(() => document.getElementById(chooseIdOf(id))?.focus());
}
