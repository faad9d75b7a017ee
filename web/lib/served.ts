import { text } from "./text.ts";

export function sayServed<Said extends string | undefined>(english: Said): Said | string {
  return english === undefined ? english : (text.served[english] ?? english);
}
