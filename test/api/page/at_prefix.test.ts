import { runAgainAt } from "../tests_at.ts";

/** Tests where the prefix in addresses matters. */
runAgainAt("prefix", [
  ...["address", "branding", "embed", "feed", "private", "private_sign_in", "stream"].map(
    (name) => `page/${name}`,
  ),
  ...["preferences", "unsubscribe"].map((name) => `subscriber/${name}`),
]);
