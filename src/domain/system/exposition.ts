/** Prometheus' text format, version 0.0.4. */
export const EXPOSITION_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export interface Sample {
  /** As `formatLabels` writes them; empty for none. */
  labels: string;
  value: number;
  /** Of a summary: which part of it this is. */
  part?: "sum" | "count";
}

export interface Family {
  name: string;
  type: "gauge" | "counter" | "summary";
  help: string;
  samples: readonly Sample[];
}

/** Each family in one piece, as the format wants it, also one without a sample: its help tells that it could have some. */
export function formatExposition(families: readonly Family[]): string {
  // One string that grows: a list of tens of thousands of lines takes half as long again.
  let text = "";
  for (const { name, type, help, samples } of families) {
    text += `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n# TYPE ${name} ${type}\n`;
    for (const { labels, value, part } of samples) {
      const full = part ? `${name}_${part}` : name;
      text += labels === "" ? full : `${full}{${labels}}`;
      text += ` ${formatValue(value)}\n`;
    }
  }
  return text;
}

export function formatLabels(labels: Readonly<Record<string, string | number>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeLabel(String(value))}"`)
    .join(",");
}

/** One sample for each state there is: 1 for the one that holds, 0 for the others. */
export function stateSet<T extends string>(
  { states, label, labels = "" }: { states: readonly T[]; label: string; labels?: string },
  current: T,
): Sample[] {
  const before = labels === "" ? "" : `${labels},`;
  return states.map((state) => ({
    labels: `${before}${label}="${state}"`,
    value: state === current ? 1 : 0,
  }));
}

/** What is no text in UTF-8 would cost the whole answer; NUL ends it for some readers. */
function escapeLabel(value: string): string {
  return value
    .toWellFormed()
    .replaceAll("\0", "\u{fffd}")
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("\n", "\\n");
}

function formatValue(value: number): string {
  if (value === Infinity) return "+Inf";
  if (value === -Infinity) return "-Inf";
  return String(value);
}
