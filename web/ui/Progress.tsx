export function Progress(props: { label: string; done: number; total: number }) {
  return (
    <div class="progress">
      <div class="row row--spread">
        <span>{props.label}</span>
        <span class="soft small">
          {props.done} / {props.total}
        </span>
      </div>
      <progress class="progress__bar" aria-label={props.label} max={props.total} value={props.done} />
    </div>
  );
}
