import { listTags } from "../../data/monitor.ts";
import { componentTree } from "../../domain/page/component_tree.ts";
import { localiseLayout } from "../../domain/page/layout.ts";
import { chooseLocale, offersOf, type PageSnapshot, settingsIn } from "../../domain/page/view.ts";
import type { SubscriptionOptions, SubscriptionSettings } from "../../schema/subscription_settings.ts";
import { canMailLinks } from "../alert/mail.ts";
import type { Context } from "../context.ts";
import { toAbsolute } from "../page/absolute.ts";
import { openPage, type PageVisitor } from "../page/view.ts";

const PUBLIC = "/api/v1/public";

export async function getSubscriptionOptions(
  context: Context,
  looker: PageVisitor & { locale?: string | null },
): Promise<SubscriptionOptions> {
  const snapshot = await openPage(context, looker);
  const settings = settingsIn(snapshot);
  const methods = {
    ...(await findStoredMethods(context, settings)),
    ...offersOf(settings, snapshot.isPrivate),
  };
  const mayChoose = settings.allowComponentScope && (methods.email || methods.webhook);
  const address = (path: string) => toAbsolute(context, `${PUBLIC}/${path}`);
  return {
    enabled: settings.enabled,
    methods,
    events: settings.enabled ? settings.allowedEvents : [],
    components: mayChoose ? await listChoices(context, snapshot, looker.locale ?? null) : [],
    teamChatCommand: methods.teamChat ? `/feed subscribe ${address("team-chat.rss")}` : null,
    urls: {
      rss: address("incidents.rss"),
      atom: address("incidents.atom"),
      summary: address("summary.json"),
      components: address("components.json"),
    },
  };
}

export async function findStoredMethods(
  context: Context,
  { enabled, allowedEvents, allowEmail, allowWebhook }: SubscriptionSettings,
): Promise<{ email: boolean; webhook: boolean }> {
  const canMail = enabled && allowedEvents.length > 0 && (await canMailLinks(context));
  return { email: canMail && allowEmail, webhook: canMail && allowWebhook };
}

async function listChoices({ db }: Context, { page, locales }: PageSnapshot, wanted: string | null) {
  const ids = page.monitors.map(({ id }) => id);
  const names = new Map(page.monitors.map(({ id, name }) => [id, name]));
  const tags = await listTags(db, ids);
  const toChoice = (id: number, group: string | null) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, name, group, tags: tags.get(id) ?? [] }];
  };
  const layout = localiseLayout(page.layout, chooseLocale(locales, wanted).code);
  return componentTree(layout).flatMap((node) =>
    typeof node === "number"
      ? toChoice(node, null)
      : node.monitorIds.flatMap((id) => toChoice(id, node.name)),
  );
}
