import { type JSX, Show } from "solid-js";

export function BoardCard(props: {
  title: string;
  link?: { href: string; label: string } | undefined;
  children: JSX.Element;
}) {
  return (
    <section class="card">
      <div class="card__head">
        <h2>{props.title}</h2>
        <Show when={props.link}>
          {(link) => (
            <a class="small" href={link().href}>
              {link().label}
            </a>
          )}
        </Show>
      </div>
      {props.children}
    </section>
  );
}
