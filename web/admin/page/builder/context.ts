import { type Accessor, createContext, useContext } from "solid-js";
import type { AnyNode } from "../../../../src/domain/page/layout_edit.ts";
import type { GroupNode, PlaceableMonitor } from "../../../../src/schema/layout.ts";
import type { Page } from "../../../../src/schema/page.ts";
import type { PublicPage } from "../../../../src/schema/public_page.ts";
import type { PageLanguages } from "../words/page_languages.ts";
import type { Builder } from "./builder.ts";
import type { Drag } from "./drag.ts";

export interface BuilderContext {
  builder: Builder;
  drag: Drag;
  monitors: readonly PlaceableMonitor[];
  languages: PageLanguages;
  otherPages: Accessor<readonly Page[]>;
  page: Accessor<PublicPage>;
  sheets: Accessor<CSSStyleSheet[]>;
  nameOf: (node: AnyNode) => string;
  placeOf: (id: string) => string;
  announce: (sentence: string) => void;
  groupChosen: Accessor<GroupNode | null>;
  add: (node: AnyNode) => void;
  lastAdded: Accessor<AnyNode | undefined>;
  /** Kept here: the add panel is unmounted while a block's settings are open. */
  search: Accessor<string>;
  setSearch: (search: string) => void;
  remove: (ids: Iterable<string>) => void;
  showProperties: (id: string) => void;
}

const Context = createContext<BuilderContext>();

export const BuilderProvider = Context.Provider;

export function useBuilder(): BuilderContext {
  const found = useContext(Context);
  if (!found) throw new Error("this part is used outside the builder");
  return found;
}

export function chooseIdOf(id: string): string {
  return `block-${id}`;
}

/** A moved block becomes a new element, which would lose the focus. */
export function focusBlock(id: string): void {
  queueMicrotask(() => document.getElementById(chooseIdOf(id))?.focus());
}
