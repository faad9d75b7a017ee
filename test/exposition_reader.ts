interface ReadSample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface ReadFamily {
  type: string;
  help: string;
  samples: ReadSample[];
}

/** Reads the text format by its specification and refuses what it forbids. */
export function readExposition(text: string): Map<string, ReadFamily> {
  if (!text.endsWith("\n")) throw new Error("the last line does not end");
  const families = new Map<string, ReadFamily>();
  let current = { name: "", family: { type: "", help: "", samples: [] } as ReadFamily };
  for (const line of splitLines(text)) {
    const comment = /^# (HELP|TYPE) (\S+) (.*)$/s.exec(line);
    if (comment) {
      const [, kind, name = "", rest = ""] = comment;
      if (kind === "HELP") {
        if (families.has(name)) throw new Error(`in two pieces: ${name}`);
        current = { name, family: { type: "", help: rest, samples: [] } };
        families.set(name, current.family);
      } else if (current.name === name) current.family.type = rest;
      else throw new Error(`a type of another family: ${line}`);
      continue;
    }
    const sample = readSample(line);
    const own = current.family.type === "summary" ? sample.name.replace(/_(sum|count)$/, "") : sample.name;
    if (current.name !== own) throw new Error(`not in its family: ${line}`);
    current.family.samples.push(sample);
  }
  return families;
}

/** A line feed ends a line even within quotes, where it must be written as `\n`. */
function splitLines(text: string): string[] {
  return text.slice(0, -1).split("\n");
}

function readSample(line: string): ReadSample {
  const name = /^[a-zA-Z_:][a-zA-Z0-9_:]*/.exec(line)?.[0];
  if (!name) throw new Error(`no name: ${line}`);
  let at = name.length;
  const labels: Record<string, string> = {};
  if (line[at] === "{") {
    at += 1;
    while (line[at] !== "}") {
      const label = /^[a-zA-Z_][a-zA-Z0-9_]*="/.exec(line.slice(at))?.[0];
      if (!label) throw new Error(`no label at ${at}: ${line}`);
      at += label.length;
      let value = "";
      while (line[at] !== '"') {
        if (at >= line.length) throw new Error(`a value without an end: ${line}`);
        if (line[at] === "\\") {
          at += 1;
          const meant = { "\\": "\\", '"': '"', n: "\n" }[line[at] ?? ""];
          if (meant === undefined) throw new Error(`unknown escape at ${at}: ${line}`);
          value += meant;
        } else value += line[at];
        at += 1;
      }
      at += 1;
      labels[label.slice(0, -2)] = value;
      if (line[at] === ",") at += 1;
      else if (line[at] !== "}") throw new Error(`neither comma nor end at ${at}: ${line}`);
    }
    at += 1;
  }
  const value = /^ (NaN|[+-]Inf|-?\d+(\.\d+)?(e[+-]?\d+)?)$/.exec(line.slice(at))?.[1];
  if (!value) throw new Error(`no value at ${at}: ${line}`);
  return { name, labels, value: Number(value.replace("Inf", "Infinity")) };
}
