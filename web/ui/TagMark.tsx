/** Only a dot has the colour, because text must stay readable in any colour. */
export function TagMark(props: { tag: { label: string; color: string }; isBare?: boolean }) {
  return (
    <span class={props.isBare ? "tag tag--bare" : "tag"}>
      <span class="tag__dot" style={{ "background-color": props.tag.color }} />
      <span class="tag__label">{props.tag.label}</span>
    </span>
  );
}
