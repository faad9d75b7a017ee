const PIECE_CHARACTERS = 256 * 1024;

export async function toBody(pieces: AsyncGenerator<string>): Promise<BodyInit> {
  const first = await readPiece(pieces);
  if (first.isLast) return first.text;
  const encoder = new TextEncoder();
  let next = first;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      controller.enqueue(encoder.encode(next.text));
      if (next.isLast) controller.close();
      else next = await readPiece(pieces);
    },
  });
}

async function readPiece(pieces: AsyncGenerator<string>): Promise<{ text: string; isLast: boolean }> {
  let text = "";
  while (text.length < PIECE_CHARACTERS) {
    const { value, done } = await pieces.next();
    if (done) return { text, isLast: true };
    text += value;
  }
  return { text, isLast: false };
}
