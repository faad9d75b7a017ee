import { shellOf } from "../domain/page/view.ts";
import type { LinkState } from "../service/alert/acknowledge_link.ts";
import type { Context } from "../service/context.ts";
import { getSnapshot } from "../service/page/view.ts";
import { drawSubscribe } from "./draw.ts";

export async function drawAcknowledgePage(
  context: Context,
  { link, action }: { link: LinkState | null; action: string },
): Promise<Response> {
  const shell = shellOf(await getSnapshot(context), "en");
  const notice = {
    kind: "notice",
    ...wordsOf(link),
    button: link?.state === "open" ? { text: "I'm on it", action } : null,
  } as const;
  const { html, policy } = await drawSubscribe(shell, notice, context.page.prefix);
  return new Response(html, {
    status: link === null ? 404 : 200,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "Cache-Control": "private, no-store",
    },
  });
}

function wordsOf(link: LinkState | null): { title: string; sentence: string } {
  if (!link) return { title: "Link not valid", sentence: "Open the latest notification again." };
  const { monitorName: name } = link;
  switch (link.state) {
    case "open":
      return {
        title: `${name} is failing`,
        sentence: "Acknowledge the alert to stop further notifications.",
      };
    case "taken":
      return { title: `${link.by} is on it`, sentence: `The alert for ${name} is acknowledged.` };
    case "used":
      return { title: "Link already used", sentence: `Acknowledge the alert for ${name} in the panel.` };
    case "over":
      return { title: "Nothing to acknowledge", sentence: `This failure of ${name} is over.` };
  }
}
