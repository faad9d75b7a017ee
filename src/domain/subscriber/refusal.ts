import type { Problem } from "../../lib/errors.ts";
import { isSignUpProblem } from "../../schema/sign_up_problem.ts";

export type Words = (key: string, values?: Readonly<Record<string, string>>) => string;

export function wordProblem({ path, message, code }: Problem, t: Words): string {
  const [field = ""] = path.split(/[.[]/);
  if (field === "email") return t("subscribe.badEmail");
  if (field === "events") return t("subscribe.noEvents");
  const sentence = isSignUpProblem(code) ? t(`subscribe.${code}`) : message;
  const name = field === "webhookHeaders" ? path.slice("webhookHeaders.".length) : "";
  return name === "" ? sentence : `${name}: ${sentence}`;
}

export function wordRefusal(status: number, code: string | undefined, t: Words): string | null {
  if (status === 401) return t("subscribe.signInFirst");
  if (status === 429) return t("subscribe.tooMany");
  if (status !== 404) return null;
  if (code === "LINK_EXPIRED") return t("subscribe.expired");
  return t(code === "LINK_UNKNOWN" ? "subscribe.unknown" : "subscribe.notOffered");
}
