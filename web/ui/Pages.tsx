import { Button } from "./Button.tsx";
import { text } from "./text.ts";

export function Pages(props: {
  page: number;
  limit: number;
  total: number;
  isBusy?: boolean;
  onChange: (page: number) => void;
}) {
  const first = () => (props.page - 1) * props.limit + 1;
  const last = () => Math.min(props.page * props.limit, props.total);
  return (
    <nav class="pages" aria-label={text.pages}>
      <span>{text.rows(first(), last(), props.total)}</span>
      <span class="row">
        <Button isSmall disabled={props.page === 1} onClick={() => props.onChange(props.page - 1)}>
          {text.previous}
        </Button>
        <Button
          isSmall
          isBusy={props.isBusy ?? false}
          disabled={last() >= props.total}
          onClick={() => props.onChange(props.page + 1)}
        >
          {text.next}
        </Button>
      </span>
    </nav>
  );
}
