import { mayBeSignedIn } from "../../src/lib/signed_in_cookie.ts";
import { beginEarly } from "../lib/early.ts";
import { startLater } from "../lib/start_later.ts";
import { loadTranslation } from "./text/translate.ts";

const API = new URL("/api/v1/", location.origin);

// Who is signed in, and what takes longest: asked while the code that shows it is on its way.
if (mayBeSignedIn(document.cookie)) {
  beginEarly(new URL("auth/session", API));
  if (location.pathname === "/admin/monitors") {
    // The stream first: what changes after the answer is told by it.
    beginEarly(new URL("admin/monitors/events", API), { Accept: "text/event-stream" });
    beginEarly(new URL("admin/monitors", API));
  }
}

// Texts are constants to what says them: their translation has to be there before any of that is loaded.
void loadTranslation()
  .then(() => import("./start.tsx"))
  .catch(startLater);
