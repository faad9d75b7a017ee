import { ensureMigrated } from "../data/migrate.ts";
import { hasUsers } from "../data/user.ts";
import { settingsOf } from "../env.ts";
import { AppError } from "../lib/errors.ts";
import { log } from "../lib/log.ts";
import type { Context } from "./context.ts";

/** What keeps the service from being ready, a sentence each. */
export async function findReadiness(context: Context): Promise<string[]> {
  const { secretKeys, problems } = settingsOf(context.env);
  const found = secretKeys ? [] : problems.filter((problem) => problem.startsWith("SECRET_KEY"));
  try {
    await ensureMigrated(context.env.DB);
    if (!(await hasUsers(context.db))) found.push("Uptide is not set up yet: open /admin.");
  } catch (error) {
    if (error instanceof AppError) {
      found.push(error.message);
    } else {
      log("error", "database did not answer", { error });
      found.push("The database does not answer.");
    }
  }
  return found;
}
