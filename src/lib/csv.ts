/** One line after RFC 4180. What a spreadsheet would take for a formula begins with an apostrophe. */
export function formatCsvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(formatCell).join(",")}\r\n`;
}

function formatCell(cell: string | number): string {
  const text = String(cell);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
