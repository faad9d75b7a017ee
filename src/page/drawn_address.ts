import type { PageAddress } from "../domain/page/address.ts";
import { chooseLocale, localisePage, type PageSnapshot } from "../domain/page/view.ts";
import { AppError } from "../lib/errors.ts";
import type { RenderedPage } from "../objects/page.ts";
import type { Context } from "../service/context.ts";
import { getPagePart, type PagePart } from "../service/page/part.ts";
import { getPageHtml, openPage, type PageVisitor } from "../service/page/view.ts";
import { drawPage, drawPart } from "./rendered_page.ts";

interface PageRequest extends PageVisitor {
  locale: string | null;
}

interface DrawnAddress {
  html: RenderedPage;
  isPrivate: boolean;
  isMissing: boolean;
}

interface DrawnPart {
  part: PagePart | null;
  html: RenderedPage;
}

const MOST_DRAWN = 200;
/** What was drawn of a snapshot goes with it. */
const drawnOf = new WeakMap<PageSnapshot, Map<string, DrawnPart>>();

/** Throws 401 when the page is private and nobody is signed in, whatever stands there. */
export async function drawAddress(
  context: Context,
  address: PageAddress | null,
  asked: PageRequest,
): Promise<DrawnAddress> {
  if (address?.kind === "home")
    return { ...(await getPageHtml(context, { ...asked, render: drawPage })), isMissing: false };
  const snapshot = await openPage(context, asked);
  const part = address && (await findPart(context, address, asked));
  const html = await drawOnce(snapshot, part, asked.locale);
  return { html, isPrivate: snapshot.isPrivate, isMissing: part === null };
}

async function findPart(
  context: Context,
  address: Exclude<PageAddress, { kind: "home" }>,
  asked: PageRequest,
): Promise<PagePart | null> {
  try {
    return await getPagePart(context, address, asked);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

async function drawOnce(
  snapshot: PageSnapshot,
  part: PagePart | null,
  locale: string | null,
): Promise<RenderedPage> {
  const { code } = chooseLocale(snapshot.locales, locale);
  const drawn = drawnOf.get(snapshot) ?? new Map<string, DrawnPart>();
  drawnOf.set(snapshot, drawn);
  const key = `${nameOf(part)} ${code}`;
  const known = drawn.get(key);
  if (known && isSame(known.part, part)) return known.html;
  const html = await drawPart(localisePage(snapshot, code), part, snapshot.isPrivate);
  if (drawn.size >= MOST_DRAWN) drawn.delete(drawn.keys().next().value ?? "");
  drawn.set(key, { part, html });
  return html;
}

function nameOf(part: PagePart | null): string {
  switch (part?.kind) {
    case "incident":
      return `incident ${part.incident.id}`;
    case "maintenance":
      return `maintenance ${part.maintenance.id}`;
    case "history":
      return `history ${part.page}`;
    default:
      return "missing";
  }
}

/** What does not come from the snapshot may be newer than what was drawn. */
function isSame(a: PagePart | null, b: PagePart | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
