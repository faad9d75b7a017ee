const plain = (text) => text;
const coloured = (code) => (text) => `\u001b[${code}m${text}\u001b[0m`;

export function paintFor(stream) {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  const isColoured = FORCE_COLOR ? FORCE_COLOR !== "0" : Boolean(stream.isTTY) && !NO_COLOR;
  const paint = isColoured ? coloured : () => plain;
  return { added: paint(32), removed: paint(31), changed: paint(33), bad: paint(31) };
}
