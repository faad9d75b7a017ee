import { type Accessor, type ComponentProps, type JSX, splitProps } from "solid-js";
import type { Load } from "../lib/load.ts";
import { Loaded } from "./Loaded.tsx";
import { PageHeader } from "./PageHeader.tsx";

export function LoadedPage<T>(
  props: ComponentProps<typeof PageHeader> & {
    load: Load<T>;
    children: (data: Accessor<NonNullable<T>>) => JSX.Element;
  },
) {
  const [own, head] = splitProps(props, ["load", "children"]);
  return (
    <>
      <PageHeader {...head} />
      <Loaded load={own.load}>{own.children}</Loaded>
    </>
  );
}
