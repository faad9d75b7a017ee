export function isLinkAddress(text: string): boolean {
  return /^(https?|mailto):$/.test(URL.parse(text)?.protocol ?? "") && !/[\s\p{Cc}]/u.test(text);
}
