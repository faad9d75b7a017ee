const MOST_WHOLE = 2_000_000;
const PIECE_CHARACTERS = 256 * 1024;

/** A failure before `mostWhole` characters gets an error status; later it breaks off the response. */
export async function toBody(pieces: AsyncGenerator<string>, mostWhole = MOST_WHOLE): Promise<BodyInit> {
  const first = await readPiece(pieces, mostWhole);
  if (first.isLast) return first.text;
  const encoder = new TextEncoder();
  let next = first;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      controller.enqueue(encoder.encode(next.text));
      if (next.isLast) controller.close();
      else next = await readPiece(pieces, PIECE_CHARACTERS);
    },
  });
}

async function readPiece(
  pieces: AsyncGenerator<string>,
  characters: number,
): Promise<{ text: string; isLast: boolean }> {
  let text = "";
  while (text.length < characters) {
    const { value, done } = await pieces.next();
    if (done) return { text, isLast: true };
    text += value;
  }
  return { text, isLast: false };
}
