/**
 * Responses of targets may be quoted on the page, so they must not become links, images or formatting,
 * including bare addresses.
 */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_~[\]<>#|@]|!(?=\[)|:(?=\/\/)|(?<=www)\./gi, "\\$&");
}
