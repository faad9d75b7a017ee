import type { Action } from "../../../src/schema/action.ts";

export function ActionName(props: { action: Action }) {
  const { method, url } = props.action.config as { method?: string; url?: string };
  return (
    <span class="table__main">
      <a class="strong" href={`/admin/actions/${props.action.id}`}>
        {props.action.name}
      </a>
      <span class="small soft break">
        {method} {url}
      </span>
    </span>
  );
}

export function runnersOf(links: Action["monitors"]): string[] {
  return [...new Map(links.map(({ monitorId, name }) => [monitorId, name])).values()];
}
