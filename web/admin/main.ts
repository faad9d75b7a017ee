import { mayBeSignedIn } from "../../src/lib/signed_in_cookie.ts";
import { beginEarly } from "../lib/early.ts";
import { startLater } from "../lib/start_later.ts";
import { beginFirstRequests } from "./route/first_requests.ts";
import { loadTranslation } from "./text/translate.ts";

const API = new URL("/api/v1/", location.origin);

// The session and the slowest requests start while the code that shows them loads.
if (mayBeSignedIn(document.cookie)) {
  beginEarly(new URL("auth/session", API));
  if (location.pathname === "/admin/monitors") {
    // The stream must start first: it reports what changes after the response.
    beginEarly(new URL("admin/monitors/events", API), { Accept: "text/event-stream" });
    beginEarly(new URL("admin/monitors/short", API));
  }
  beginFirstRequests({ path: location.pathname, search: location.search });
}

// Modules read texts as constants, so the translation must load before them.
void loadTranslation()
  .then(() => import("./start.tsx"))
  .catch(startLater);
