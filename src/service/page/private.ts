import { readBearer } from "../../lib/bearer.ts";
import { AppError } from "../../lib/errors.ts";
import { authenticateToken, notForTokens } from "../access/api_token.ts";
import type { Context } from "../context.ts";

const SENTENCE = "This status page is private: sign in to see it.";
const WITH_PASSWORD = "This status page has a password: enter it to see the page.";
const CODE = "STATUS_PAGE_PRIVATE";

export function privatePage(hasPassword = false): AppError {
  return new AppError("unauthorized", hasPassword ? WITH_PASSWORD : SENTENCE, { extra: { code: CODE } });
}

function isPrivatePage(error: unknown): boolean {
  return error instanceof AppError && error.detail.extra?.["code"] === CODE;
}

export async function findTokenRefusal(
  error: unknown,
  context: Context,
  request: Request,
): Promise<AppError | null> {
  const bearer = isPrivatePage(error) ? readBearer(request) : null;
  const token = bearer === null ? null : await authenticateToken(context, bearer);
  return token && notForTokens();
}
