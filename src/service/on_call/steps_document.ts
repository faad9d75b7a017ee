import type { Db } from "../../data/db.ts";
import { readStepFacts } from "../../data/on_call_facts.ts";
import type { Config } from "../../lib/config.ts";
import type { Problem } from "../../lib/errors.ts";
import {
  ON_CALL,
  type OnCallConfig,
  onCallConfig,
  onCallDocumentConfig,
} from "../../schema/on_call_channel.ts";

export interface StepNames {
  emails: ReadonlyMap<number, string>;
  userIds: ReadonlyMap<string, number>;
  scheduleKeys: ReadonlySet<string>;
  channels: ReadonlyMap<string, string>;
}

interface Sent {
  kind: string;
  key: string;
  type?: string;
}

export async function loadStepNames(
  db: Db,
  sent: readonly Sent[],
  scheduleKeys: readonly string[],
): Promise<StepNames> {
  const { schedules, people, channels } = await readStepFacts(db);
  const everybody = [...people.values()];
  const sentChannels = sent.filter(({ kind }) => kind === "NotificationChannel");
  return {
    emails: new Map(everybody.map(({ id, email }) => [id, email])),
    userIds: new Map(
      everybody.filter(({ hasLeft }) => !hasLeft).map(({ id, email }) => [email.toLowerCase(), id]),
    ),
    scheduleKeys: new Set([...schedules.map(({ key }) => key), ...scheduleKeys]),
    channels: new Map([...channels, ...sentChannels].map(({ key, type = "" }) => [key, type])),
  };
}

export function writeSteps(config: Config, { emails }: StepNames): Config {
  const parsed = onCallConfig.safeParse(config);
  if (!parsed.success) return config;
  const steps = parsed.data.steps.map(({ target, ...step }) => {
    const hasPeople = typeof target === "object" && "userIds" in target;
    return {
      ...step,
      target: hasPeople ? { users: target.userIds.map((id) => emails.get(id) ?? `user ${id}`) } : target,
    };
  });
  return { ...parsed.data, steps };
}

export function readSteps(
  config: Config,
  { userIds, emails, scheduleKeys, channels }: StepNames,
  stored: Config | undefined,
): { config: Config; problems: Problem[] } {
  const written = onCallDocumentConfig.parse(config);
  const targets = targetsOf(stored);
  const storedIds = new Map(
    targets
      .flatMap((target) => ("userIds" in target ? target.userIds : []))
      .map((id) => [emails.get(id)?.toLowerCase(), id]),
  );
  const storedKeys = new Set(targets.flatMap((target) => ("channelKey" in target ? target.channelKey : [])));
  const problems: Problem[] = [];
  const add = (path: string, message: string) => problems.push({ path: `config.${path}`, message });
  if (!scheduleKeys.has(written.scheduleKey))
    add("scheduleKey", `There is no schedule with the key ${written.scheduleKey}.`);
  const steps: OnCallConfig["steps"] = written.steps.map(({ target, ...step }, i) => {
    if (typeof target !== "object") return { ...step, target };
    if ("channelKey" in target) {
      const type = channels.get(target.channelKey);
      const path = `steps[${i}].target.channelKey`;
      const isUnknown = type === undefined && !storedKeys.has(target.channelKey);
      if (isUnknown) add(path, `There is no channel with the key ${target.channelKey}.`);
      else if (type === ON_CALL) add(path, "Choose a channel of a type other than on_call.");
      return { ...step, target };
    }
    const ids = target.users.map((email, j) => {
      const id = userIds.get(email.toLowerCase()) ?? storedIds.get(email.toLowerCase());
      if (id === undefined)
        add(`steps[${i}].target.users[${j}]`, `There is no user with the address ${email}.`);
      return id ?? 0;
    });
    return { ...step, target: { userIds: ids } };
  });
  return { config: { ...written, steps }, problems };
}

function targetsOf(config: Config | undefined) {
  const { data } = onCallConfig.safeParse(config);
  return (data?.steps ?? []).flatMap(({ target }) => (typeof target === "object" ? [target] : []));
}
