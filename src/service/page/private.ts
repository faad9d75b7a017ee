import { AppError } from "../../lib/errors.ts";

const SENTENCE = "This status page is private: sign in to see it.";
const CODE = "STATUS_PAGE_PRIVATE";

export function privatePage(): AppError {
  return new AppError("unauthorized", SENTENCE, { extra: { code: CODE } });
}

export function isPrivatePage(error: unknown): boolean {
  return error instanceof AppError && error.detail.extra?.["code"] === CODE;
}
