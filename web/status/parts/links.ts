import type { RenderOptions } from "../view.ts";

/** Public URLs are absolute, but links stay on the visitor's origin. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url.startsWith("/") && !url.startsWith("//") ? url : "/";
  const { pathname, search, hash } = new URL(url);
  return `${pathname}${search}${hash}`;
}

/** Each path is a folder of the static copy, separate per language. */
export function addressIn({ copy }: RenderOptions, locale: string, path: string): string {
  if (!copy) return path;
  return (locale === copy.locale ? "" : `/${locale}`) + path.replace(/\/?$/, "/");
}
