import type { Cas } from "../../schema/https_auth.ts";
import type { Probe } from "../check_type.ts";
import { CheckFault } from "../fault.ts";
import { parseLoginForm } from "./login_form.ts";
import { type CookieJar, decodeBody, discardBody, exchange, readBody, send } from "./request.ts";

const MAX_BYTES = 256 * 1024;

/**
 * Signs in as a browser would: submits the login form, then takes the ticket to the service, which sets its
 * cookies. The password is sent only to the CAS server's own origin.
 */
export async function signInWithCas(
  probe: Probe,
  { settings, service, jar }: { settings: Cas; service: URL; jar: CookieJar },
): Promise<void> {
  const login = new URL(`${settings.casServerUrl.replace(/\/+(login\/*)?$/, "")}/login`);
  const { origin } = login;
  login.searchParams.set("service", service.href);
  const page = { url: login, method: "GET", headers: new Headers({ Accept: "text/html" }), body: null };
  const { response, url } = await send(probe, page, { jar, followsRedirects: true });
  const { bytes } = await readBody(probe, response, MAX_BYTES);
  const form = parseLoginForm(decodeBody(bytes, response.headers), url);
  if (response.status !== 200 || !form) {
    throw loginFault(`The CAS server showed no login form (status ${response.status}).`);
  }
  if (form.action.origin !== origin) {
    throw loginFault(`The login form posts to ${form.action.origin}: set casServerUrl to that address.`);
  }
  const { username, password } = settings;
  const fields = new URLSearchParams({ ...form.fields, username, password });
  const headers = new Headers({ "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html" });
  const reply = await exchange(
    probe,
    { url: form.action, method: "POST", headers, body: fields.toString() },
    jar,
  );
  discardBody(reply);
  const ticketUrl = findTicketUrl(reply, form.action);
  if (ticketUrl?.origin !== service.origin) {
    throw loginFault(
      ticketUrl
        ? `The CAS server sent the ticket to ${ticketUrl.origin} instead of ${service.origin}.`
        : `The CAS server rejected the user or password (status ${reply.status}).`,
    );
  }
  const visit = { url: ticketUrl, method: "GET", headers: new Headers(), body: null };
  discardBody((await send(probe, visit, { jar, followsRedirects: true })).response);
}

function findTicketUrl({ status, headers }: Response, base: URL): URL | null {
  const location = status >= 300 && status < 400 ? headers.get("Location") : null;
  const url = location === null ? null : URL.parse(location, base);
  return url?.searchParams.has("ticket") ? url : null;
}

function loginFault(message: string): CheckFault {
  return new CheckFault("login", message);
}
