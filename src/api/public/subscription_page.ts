import { readLanguage } from "../../domain/page/language.ts";
import { type Words, wordProblem, wordRefusal } from "../../domain/subscriber/refusal.ts";
import { AppError } from "../../lib/errors.ts";
import { drawSubscriptionPage } from "../../page/subscription.ts";
import type { Call } from "../endpoint.ts";
import { refusalResponse } from "../fault.ts";

export async function formResponse(
  { context, request, url }: Call,
  take: () => Promise<void>,
): Promise<Response> {
  const locale = readLanguage(request, url).wanted;
  try {
    await take();
    return await drawSubscriptionPage(context, { kind: "sent", locale });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "internal") throw error;
    const { status, headers } = refusalResponse(error);
    const wordIt = (t: Words) => describeProblem(error, status, t);
    const page = await drawSubscriptionPage(context, { kind: "refused", locale, wordIt });
    const response = new Response(page.body, { status, headers: page.headers });
    const retryAfter = headers.get("Retry-After");
    if (retryAfter !== null) response.headers.set("Retry-After", retryAfter);
    return response;
  }
}

function describeProblem({ message, detail }: AppError, status: number, t: Words): string {
  const { problems = [], extra } = detail;
  const whole = wordRefusal(status, extra?.["code"] as string | undefined, t);
  return whole ?? ([...new Set(problems.map((problem) => wordProblem(problem, t)))].join(" ") || message);
}
