import { runAgainAt } from "../tests_at.ts";

/** Tests where it matters which page of several it is. */
runAgainAt(
  "hostname",
  ["audience", "preferences", "settings", "sign_up", "unsubscribe"].map((name) => `subscriber/${name}`),
);
