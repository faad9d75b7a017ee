import { type PageSnapshot, shellOf } from "../domain/page/view.ts";
import type { RenderedPage } from "../objects/page.ts";
import { getSignInPolicy } from "../service/access/sign_in_policy.ts";
import type { Context } from "../service/context.ts";
import { remembered } from "../service/page/memory.ts";
import { getSnapshot } from "../service/page/view.ts";
import { drawSignIn } from "./rendered_page.ts";

const MOST_DRAWN = 50;
/** While the database is away nobody can sign in; the form says so when it is tried. */
const PASSWORD_ONLY = { passwordLogin: true, sso: { enabled: false, buttonLabel: "" }, private: true };

const drawnOf = new WeakMap<PageSnapshot, Map<string, RenderedPage>>();

/** What those see who may not see a private page: the same for all of them, and drawn once. */
export async function drawPrivatePage(
  context: Context,
  { locale, returnTo }: { locale: string | null; returnTo: string },
): Promise<RenderedPage> {
  const snapshot = await getSnapshot(context);
  const load = () => getSignInPolicy(context).catch(() => PASSWORD_ONLY);
  const policy = await remembered("sign-in policy", { ...context, load });
  const shell = shellOf(snapshot, locale);
  const drawn = drawnOf.get(snapshot) ?? new Map<string, RenderedPage>();
  drawnOf.set(snapshot, drawn);
  const key = JSON.stringify([shell.locale, policy, returnTo]);
  const known = drawn.get(key);
  if (known) return known;
  const page = await drawSignIn(shell, { policy, returnTo });
  if (drawn.size >= MOST_DRAWN) drawn.delete(drawn.keys().next().value ?? "");
  drawn.set(key, page);
  return page;
}
