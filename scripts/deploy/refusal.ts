export class Refusal extends Error {}

export interface PlatformRefusal {
  code: number;
  status?: number;
  message: string;
}

const SIGN_IN_CODES = new Set([1000, 6003, 6103, 6111, 9103, 9106, 9109, 10000, 10001]);

export const SENTENCES: Readonly<Record<number, string>> = {
  7406: "This account has as many D1 databases as its plan allows: delete one that is no longer used, or change the plan at https://dash.cloudflare.com/?to=/:account/workers/plans.",
  10063:
    "This account has no workers.dev subdomain yet: open https://dash.cloudflare.com/?to=/:account/workers-and-pages once and choose one, or use your own domain with --domain status.example.com.",
  10027:
    "The Worker is larger than this account's plan allows: change the plan at https://dash.cloudflare.com/?to=/:account/workers/plans.",
  10034:
    "The email address of this Cloudflare account isn't verified: open the link in Cloudflare's email, then deploy again.",
  10037:
    "This account has as many Workers as its plan allows: delete one that is no longer used, or change the plan at https://dash.cloudflare.com/?to=/:account/workers/plans.",
  10042:
    "R2 is not switched on in this account: open https://dash.cloudflare.com/?to=/:account/r2 once and switch it on (the free tier is enough), then deploy again.",
  10072:
    "This account has as many cron triggers as its plan allows, and Uptide needs one: remove one from another Worker, or change the plan at https://dash.cloudflare.com/?to=/:account/workers/plans. Then deploy again.",
  100116: "The domain belongs to another Worker: remove it there first, or choose another with --domain.",
  100117:
    "The domain has DNS records already, which would be lost: delete them in the zone's DNS settings first, or choose another with --domain.",
};

export function explain({ code, status, message }: PlatformRefusal, doing: string): string {
  if (SIGN_IN_CODES.has(code) || status === 401)
    return `Cloudflare did not accept the sign-in when asked to ${doing}: run \`npx wrangler login\`, or set CLOUDFLARE_API_TOKEN to a token that can edit Workers, D1, R2 and queues in this account.`;
  const known = SENTENCES[code === 10136 ? 10042 : code];
  if (known) return known;
  if (status === 403)
    return `You aren't allowed to ${doing} (${message}): run \`npx wrangler login\` and sign in as someone who is, or change the account's plan if this is a limit.`;
  if (status === 429 || (status ?? 0) >= 500)
    return `Cloudflare could not ${doing} just now (${message}): wait a few minutes and deploy again. The deploy reuses what it has already created.`;
  if (/limit|maximum|exceeded/i.test(message))
    return `This account's plan doesn't allow you to ${doing} (${message}): delete what you no longer use, or change the plan at https://dash.cloudflare.com/?to=/:account/workers/plans.`;
  return `Cloudflare refused to ${doing}: ${message}${code ? ` (code ${code})` : ""}. Fix this, then deploy again.`;
}
