import { markdownLines } from "../../lib/markdown_lines.ts";
import type { MailContent } from "./content.ts";

const RULE = "-".repeat(40);

export function textOfContent(content: MailContent): string {
  const { label, title, time, sentences, markdown, facts, button, hint } = content;
  const parts = [
    joinLines([label, title, time]),
    ...sentences,
    button ? `${button.label}:\n${button.url}` : "",
    markdownLines(markdown),
    joinLines(facts.map((fact) => `${fact.label}: ${fact.value}`)),
    hint,
    joinLines([RULE, ...footLines(content)]),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function footLines({ site, foot }: MailContent): string[] {
  const page = site.url === "" ? [] : [`${site.name}: ${site.url}`];
  const manage = foot?.manage ? [`${foot.manage.label}: ${foot.manage.url}`] : [];
  return [...(foot ? [foot.reason] : []), ...manage, ...page];
}

function joinLines(lines: readonly string[]): string {
  return lines.filter((line) => line !== "").join("\n");
}
