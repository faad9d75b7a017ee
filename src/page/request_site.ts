import { defaultSite, type PageSite } from "../domain/page/site.ts";
import { type Env, variablesOf } from "../env.ts";

const sites = new WeakMap<Request, PageSite>();
const defaults = new WeakMap<Env, PageSite>();

export function siteOfRequest(request: Request, env: Env): PageSite {
  return sites.get(request) ?? defaultOf(env);
}

export function isOfOtherPage(request: Request): boolean {
  return sites.has(request);
}

function defaultOf(env: Env): PageSite {
  let site = defaults.get(env);
  if (!site) {
    site = defaultSite(variablesOf(env).publicUrl);
    defaults.set(env, site);
  }
  return site;
}

export function requestTo(site: PageSite, request: Request, url: URL): Request {
  const own = new Request(new URL(url.pathname.slice(site.prefix.length) + url.search, url.origin), request);
  sites.set(own, site);
  return own;
}
