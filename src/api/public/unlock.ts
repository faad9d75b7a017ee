import { z } from "zod";
import { parseOwnPath } from "../../domain/access/own_path.ts";
import { unlockCookieOf } from "../../lib/cookies.ts";
import { AppError } from "../../lib/errors.ts";
import { unlockPage } from "../../service/page/page_password.ts";
import { UNLOCKED_MS } from "../../service/page/unlock.ts";
import { checkShape, readBytes, readForm, readJson } from "../body.ts";
import { makeCookie } from "../cookie.ts";
import { type Call, type Endpoint, endpoint } from "../endpoint.ts";
import { isFormPost } from "./sign_up_form.ts";

const FORM = "application/x-www-form-urlencoded";
const MOST_BYTES = 4096;
const unlock = z.object({ password: z.string().max(128) });

async function unlockWith(call: Call, password: string): Promise<void> {
  const { context, url, headers } = call;
  const token = await unlockPage(context, password);
  headers.append("Set-Cookie", makeCookie(url, unlockCookieOf(context.page), token, UNLOCKED_MS));
}

async function formResponse(call: Call): Promise<Response> {
  const { request, context, headers } = call;
  const form = await readForm(await readBytes(request, MOST_BYTES), FORM);
  const back = `${context.page.prefix}/`;
  const home = parseOwnPath(back) ?? "/";
  try {
    await unlockWith(call, String(form.get("password") ?? ""));
  } catch (error) {
    const isWrong = error instanceof AppError && error.code === "unauthorized";
    if (!isWrong) throw error;
    return new Response(null, { status: 303, headers: { Location: `${home}?wrong` } });
  }
  headers.set("Location", home);
  return new Response(null, { status: 303, headers });
}

export const unlockRoutes: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    area: "public",
    path: "/api/v1/public/unlock",
    summary: "Unlock a password-protected page",
    description:
      "Sets a cookie for this page, valid until the password changes. A form without JavaScript is redirected to the page.",
    shownBodies: { "application/json": unlock, [FORM]: unlock },
    response: { status: 204 },
    refuses: {
      401: "`code` is WRONG_PASSWORD.",
      404: "The page is not password-protected.",
      429: "More than 10 attempts in 15 minutes.",
    },
    async handle(call) {
      if (isFormPost(call.request)) return await formResponse(call);
      const { password } = checkShape(unlock, await readJson(call.request)) as z.output<typeof unlock>;
      await unlockWith(call, password);
    },
  }),
];
