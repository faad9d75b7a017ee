import type { LiveStatus } from "../../domain/monitor/watch_item.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import type { PageObject } from "../../objects/page.ts";
import { forgetPage } from "../record/page_memory.ts";
import { notifyMirror } from "./mirror.ts";

export function pageOf(env: Env): DurableObjectStub<PageObject> {
  return env.PAGE.getByName("page");
}

/** Call after saving any change the page shows. If it is lost, the page is a minute behind at most. */
export async function pageChanged(env: Env): Promise<void> {
  forgetPage();
  await Promise.all([tell("a change", () => pageOf(env).changed()), notifyMirror(env)]);
}

export async function publishStatuses(env: Env, statuses: readonly LiveStatus[]): Promise<void> {
  await tell("a status", () => pageOf(env).takeStatuses(statuses));
}

async function tell(what: string, call: () => Promise<void>): Promise<void> {
  try {
    await call();
  } catch (error) {
    log("warn", "the page was not told", { what, error });
  }
}
