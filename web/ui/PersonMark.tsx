import { initialsOf } from "./initials.ts";

const HUES = 8;

/** Decorative: the name or address stands beside it. */
export function PersonMark(props: { email: string; name: string }) {
  return (
    <span
      class={`person person--${hueOf(props.email)}`}
      data-initials={initialsOf(props.name || props.email)}
      aria-hidden="true"
    />
  );
}

function hueOf(email: string): number {
  let sum = 0;
  for (const character of email) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum % HUES;
}
