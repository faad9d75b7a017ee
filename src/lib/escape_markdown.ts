/** A target's answer may be quoted on the page: it must become no link, image or form of text there, bare addresses too. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_~[\]<>#|@]|!(?=\[)|:(?=\/\/)|(?<=www)\./gi, "\\$&");
}
