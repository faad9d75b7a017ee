import { runAgainAt } from "../tests_at.ts";

/** Tests where the page's own hostname matters, or which page of several it is. */
runAgainAt("hostname", [
  ...["address", "branding", "embed", "feed", "leak", "live", "locale", "overall", "page"].map(
    (name) => `page/${name}`,
  ),
  ...["private", "private_sign_in", "public_page", "status_api", "stream"].map((name) => `page/${name}`),
]);
