/** Public addresses are whole; inside the page they are followed on the origin the visitor came to. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url.startsWith("/") && !url.startsWith("//") ? url : "/";
  const { pathname, search, hash } = new URL(url);
  return `${pathname}${search}${hash}`;
}
