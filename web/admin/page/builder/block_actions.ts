import {
  canBeMember,
  type Direction,
  findNode,
  gridOf,
  moveNode,
  resizeNode,
  stepNode,
} from "../../../../src/domain/page/layout_edit.ts";
import { stepNodes } from "../../../../src/domain/page/layout_many.ts";
import type { MenuItem } from "../../../ui/MenuEntry.tsx";
import { text } from "../../text/page_builder.ts";
import { type BuilderContext, focusBlock } from "./context.ts";

const ARROWS: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};
const MOST_GROUPS = 12;

function step({ builder, announce, placeOf }: BuilderContext, id: string, direction: Direction): void {
  const isMoved = builder.apply(stepNode(builder.tree(), id, direction));
  announce(isMoved ? text.announced.moved(placeOf(id)) : text.announced.stays);
  focusBlock(id);
}

function widen({ builder, announce }: BuilderContext, id: string, by: number): void {
  const found = findNode(builder.tree(), id);
  if (!found || found.group) return;
  const isWider = builder.apply(resizeNode(builder.tree(), id, gridOf(found.node).w + by));
  const now = builder.nodeOf(id);
  announce(isWider && now ? text.announced.width(gridOf(now).w) : text.announced.stays);
  focusBlock(id);
}

export function stepChosen(context: BuilderContext, direction: "up" | "down", focusId?: string): void {
  const { builder, announce } = context;
  const isMoved = builder.apply(stepNodes(builder.tree(), builder.chosen(), direction));
  announce(isMoved ? text.many.announced.moved(builder.chosen().size) : text.announced.stays);
  if (focusId !== undefined) focusBlock(focusId);
}

export function onBlockKey(context: BuilderContext, id: string, event: KeyboardEvent): void {
  if (event.altKey) return;
  if (event.ctrlKey || event.metaKey) onChoiceKey(context, id, event);
  else onPlainKey(context, id, event);
}

function onPlainKey(context: BuilderContext, id: string, event: KeyboardEvent): void {
  const { builder } = context;
  const direction = ARROWS[event.key];
  const isOneOfMany = builder.chosen().size > 1 && builder.chosen().has(id);
  if (direction && isOneOfMany) {
    event.preventDefault();
    if (direction === "up" || direction === "down") stepChosen(context, direction, id);
  } else if (direction) {
    event.preventDefault();
    builder.select(id);
    if (!event.shiftKey) step(context, id, direction);
    else widen(context, id, direction === "right" || direction === "down" ? 1 : -1);
  } else if (event.key === "Delete" || event.key === "Backspace") {
    event.preventDefault();
    context.remove(isOneOfMany ? builder.chosen() : [id]);
  } else if (event.key === "Escape") {
    builder.select(null);
  }
}

function onChoiceKey({ builder }: BuilderContext, id: string, event: KeyboardEvent): void {
  if (event.key === " ") builder.toggle(id);
  else if (event.key.toLowerCase() === "a") builder.choose(builder.tree().children.map((node) => node.id));
  else return;
  event.preventDefault();
}

export function menuOf(context: BuilderContext, id: string): MenuItem[] {
  const { builder, announce, placeOf } = context;
  const found = findNode(builder.tree(), id);
  if (!found) return [];
  const { node, group } = found;
  const { x, w } = gridOf(node);
  const move = (label: string, next: () => ReturnType<typeof moveNode>): MenuItem => ({
    kind: "action",
    label,
    onSelect() {
      if (builder.apply(next())) announce(text.announced.moved(placeOf(id)));
      focusBlock(id);
    },
  });
  const by = (direction: Direction): MenuItem => ({
    kind: "action",
    label: text.move[direction],
    onSelect: () => step(context, id, direction),
  });
  const wide = (label: string, step: number): MenuItem => ({
    kind: "action",
    label,
    onSelect: () => widen(context, id, step),
  });
  const groups = canBeMember(node)
    ? builder.tree().children.filter((one) => one.type === "group" && one.id !== group?.id)
    : [];
  return [
    { kind: "action", label: text.properties, icon: "edit", onSelect: () => context.showProperties(id) },
    ...(builder.chosen().size > 0 && !builder.chosen().has(id)
      ? [{ kind: "action", label: text.chooseAlso, onSelect: () => builder.toggle(id) } as const]
      : []),
    { kind: "line" },
    by("up"),
    by("down"),
    ...(group || x === 0 ? [] : [by("left")]),
    ...(group || x + w === 3 ? [] : [by("right")]),
    ...(group || w === 3 ? [] : [wide(text.wider, 1)]),
    ...(group || w === 1 ? [] : [wide(text.narrower, -1)]),
    ...(group
      ? [
          move(text.outOfGroup, () => {
            const { x: left, y, h } = gridOf(group);
            return moveNode(builder.tree(), id, { x: left, y: y + h });
          }),
        ]
      : []),
    ...groups.slice(0, MOST_GROUPS).map((target) =>
      move(text.intoGroup(target.type === "group" ? target.label : ""), () =>
        moveNode(builder.tree(), id, {
          groupId: target.id,
          index: target.type === "group" ? target.children.length : 0,
        }),
      ),
    ),
    { kind: "line" },
    {
      kind: "action",
      label: text.remove,
      icon: "trash",
      isDanger: true,
      onSelect: () => context.remove([id]),
    },
  ];
}
