import { text } from "./text.ts";

/** What the server says in English, such as the name of a setting, in the language of the panel. */
export function sayServed<Said extends string | undefined>(english: Said): Said | string {
  return english === undefined ? english : (text.served[english] ?? english);
}
