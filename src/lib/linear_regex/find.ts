import type { Piece } from "./program.ts";

type Slots = readonly number[];

interface Thread {
  at: number;
  slots: Slots;
}

interface Found {
  whole: string;
  group: string | undefined;
}

/**
 * The leftmost match, with the same preferences as RegExp, in time proportional to text times pattern: all ways to
 * match advance side by side (Thompson, Pike), so no text can make it backtrack.
 */
export function findRegex(program: Piece, text: string): Found | null {
  let threads: Thread[] = [];
  let best: Slots | null = null;
  const visited = new Int32Array(program.length).fill(-1);
  for (let place = 0; place <= text.length; place++) {
    if (best === null) addThread({ program, text, place, visited, list: threads }, 0, [-1, -1, -1, -1]);
    else if (threads.length === 0) break;
    const code = text.charCodeAt(place);
    const next: Thread[] = [];
    for (const { at, slots } of threads) {
      const instruction = program[at];
      if (instruction?.op === "match") {
        best = slots;
        break;
      }
      if (place < text.length && instruction?.op === "code" && instruction.test(code))
        addThread({ program, text, place: place + 1, visited, list: next }, at + 1, slots);
    }
    threads = next;
  }
  if (!best) return null;
  const [start = 0, end = 0, from = -1, to = -1] = best;
  return { whole: text.slice(start, end), group: from < 0 || to < 0 ? undefined : text.slice(from, to) };
}

interface Step {
  program: Piece;
  text: string;
  place: number;
  visited: Int32Array;
  list: Thread[];
}

function addThread(step: Step, at: number, slots: Slots): void {
  const { program, text, place, visited, list } = step;
  if (visited[at] === place) return;
  visited[at] = place;
  const instruction = program[at];
  if (!instruction) return;
  if (instruction.op === "jump") addThread(step, instruction.to, slots);
  else if (instruction.op === "split") {
    addThread(step, instruction.first, slots);
    addThread(step, instruction.second, slots);
  } else if (instruction.op === "save") addThread(step, at + 1, slots.with(instruction.slot, place));
  else if (instruction.op === "edge") {
    if (instruction.holds(text, place)) addThread(step, at + 1, slots);
  } else list.push({ at, slots });
}
