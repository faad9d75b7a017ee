import type { JSX } from "solid-js";

export function StateCell(props: { badge: JSX.Element; why: JSX.Element; children?: JSX.Element }) {
  return (
    <span class="table__main table__state">
      <span>{props.badge}</span>
      <span class="small soft break">{props.why}</span>
      {props.children}
    </span>
  );
}
