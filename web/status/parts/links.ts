import type { RenderOptions } from "../view.ts";

/** Public URLs are absolute, but links stay on the visitor's origin and below the requested prefix. */
export function pathOf(url: string, siteUrl: string | null): string {
  if (siteUrl !== null && url.startsWith(`${siteUrl}/`)) return url.slice(siteUrl.length);
  if (!URL.canParse(url)) return url.startsWith("/") && !url.startsWith("//") ? url : "/";
  const { pathname, search, hash } = new URL(url);
  return `${pathname}${search}${hash}`;
}

/** Each path is a folder of the static copy, separate per language. */
export function addressIn({ copy, prefix = "" }: RenderOptions, locale: string, path: string): string {
  if (!copy) return prefix + path;
  return (locale === copy.locale ? "" : `/${locale}`) + path.replace(/\/?$/, "/");
}
