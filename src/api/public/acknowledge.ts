import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import { drawAcknowledgePage } from "../../page/acknowledge.ts";
import { limitReads } from "../../service/access/public_limit.ts";
import { acknowledgeByLink, findLinkState, type LinkState } from "../../service/alert/acknowledge_link.ts";
import { type Call, type Endpoint, endpoint } from "../endpoint.ts";

const PATH = "/a/:token";
const tokenOf = ({ params }: Call) => params["token"] ?? "";
const isForPage = ({ request }: Call) => request.headers.get("Accept")?.includes("text/html") === true;

async function pageResponse(call: Call, read: () => Promise<LinkState>): Promise<Response> {
  const link = await read().catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  });
  return await drawAcknowledgePage(call.context, { link, action: `/a/${tokenOf(call)}` });
}

export const acknowledgeRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: PATH,
    area: "public",
    limit: limitReads,
    summary: "Show a page to acknowledge an alert",
    response: { status: 200, type: "text/html", description: "The page. Opening it has no effect." },
    refuses: { 404: "An error page: the link is not valid." },
    handle: async (call) => await pageResponse(call, () => findLinkState(call.context, tokenOf(call))),
  }),
  endpoint({
    method: "POST",
    path: PATH,
    area: "public",
    limit: limitReads,
    summary: "Acknowledge an alert from its notification",
    description:
      "Works once, for that alert and person, until the monitor recovers. A form submission gets a page.",
    response: { status: 200, schema: z.object({ ok: z.literal(true), by: z.string() }) },
    refuses: {
      404: "The link is not valid.",
      409: "The monitor has recovered, or the link was already used.",
    },
    async handle(call) {
      const acknowledge = () => acknowledgeByLink(call.context, tokenOf(call));
      if (isForPage(call)) return await pageResponse(call, acknowledge);
      const link = await acknowledge();
      if (link.state === "taken") return { ok: true, by: link.by };
      throw new AppError(
        "conflict",
        link.state === "over" ? "This failure has ended." : "This link was used.",
      );
    },
  }),
];
