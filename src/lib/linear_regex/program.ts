export type CodeTest = (code: number) => boolean;

type Instruction =
  | { op: "code"; test: CodeTest }
  | { op: "split"; first: number; second: number }
  | { op: "jump"; to: number }
  | { op: "save"; slot: number }
  | { op: "edge"; holds(text: string, at: number): boolean }
  | { op: "match" };

/** A piece of program whose jumps count from its own start. */
export type Piece = readonly Instruction[];

export function sequence(pieces: readonly Piece[]): Piece {
  let length = 0;
  return pieces.flatMap((piece) => {
    const moved = piece.map((instruction) => move(instruction, length));
    length += piece.length;
    return moved;
  });
}

export function alternatives(pieces: readonly Piece[]): Piece {
  return pieces.reduceRight((rest, piece) => [
    { op: "split", first: 1, second: piece.length + 2 },
    ...piece.map((instruction) => move(instruction, 1)),
    { op: "jump", to: piece.length + 2 + rest.length },
    ...rest.map((instruction) => move(instruction, piece.length + 2)),
  ]);
}

interface Repeats {
  least: number;
  most: number | null;
  isLazy: boolean;
}

export function repeat(piece: Piece, { least, most, isLazy }: Repeats): Piece {
  const needed = Array.from({ length: least }, () => piece);
  if (most === null) return sequence([...needed, loop(piece, isLazy)]);
  const rest = Array.from({ length: most - least }).reduce<Piece>(
    (inner) => optional(sequence([piece, inner]), isLazy),
    [],
  );
  return sequence([...needed, rest]);
}

function loop(piece: Piece, isLazy: boolean): Piece {
  const body = piece.map((instruction) => move(instruction, 1));
  return [choice(1, piece.length + 2, isLazy), ...body, { op: "jump", to: 0 }];
}

function optional(piece: Piece, isLazy: boolean): Piece {
  return [choice(1, piece.length + 1, isLazy), ...piece.map((instruction) => move(instruction, 1))];
}

function choice(inside: number, behind: number, isLazy: boolean): Instruction {
  return isLazy
    ? { op: "split", first: behind, second: inside }
    : { op: "split", first: inside, second: behind };
}

function move(instruction: Instruction, by: number): Instruction {
  if (instruction.op === "split")
    return { op: "split", first: instruction.first + by, second: instruction.second + by };
  return instruction.op === "jump" ? { op: "jump", to: instruction.to + by } : instruction;
}
