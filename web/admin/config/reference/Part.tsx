import type { JSX } from "solid-js";

export function Part(props: { title: string; extra?: JSX.Element; children: JSX.Element }) {
  return (
    <section class="stack stack--tight">
      <div class="operation__head">
        <h3>{props.title}</h3>
        {props.extra}
      </div>
      {props.children}
    </section>
  );
}
