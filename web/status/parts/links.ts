import type { RenderOptions } from "../view.ts";

/** Public addresses are whole; inside the page they are followed on the origin the visitor came to. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url.startsWith("/") && !url.startsWith("//") ? url : "/";
  const { pathname, search, hash } = new URL(url);
  return `${pathname}${search}${hash}`;
}

/** Where one of the page's paths is found: each is a folder in the static copy, with those of other languages apart. */
export function addressIn({ copy }: RenderOptions, locale: string, path: string): string {
  if (!copy) return path;
  return (locale === copy.locale ? "" : `/${locale}`) + path.replace(/\/?$/, "/");
}
