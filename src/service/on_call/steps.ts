import type { Db } from "../../data/db.ts";
import { readStepFacts } from "../../data/on_call_facts.ts";
import type { Reached } from "../../domain/on_call/chain.ts";
import { findTurns } from "../../domain/on_call/schedule.ts";
import { AppError, type Problem } from "../../lib/errors.ts";
import { type OnCallConfig, onCallConfig, type StepTarget } from "../../schema/on_call_channel.ts";

export interface OpenSteps {
  rules: OnCallConfig;
  scheduleName: string;
  reach(target: StepTarget): readonly Reached[];
}

export async function openSteps(db: Db, config: unknown, now: number): Promise<OpenSteps | null> {
  const parsed = onCallConfig.safeParse(config);
  if (!parsed.success) return null;
  const { schedules, people, channels, waysOf } = await readStepFacts(db, parsed.data.scheduleKey);
  const [schedule] = schedules;
  const turns = schedule ? findTurns(schedule, now) : null;
  const person = (id: number | null | undefined, otherwise: Reached): Reached[] => {
    const found = id === null || id === undefined ? undefined : people.get(id);
    if (id === null || id === undefined) return [otherwise];
    if (!found || found.hasLeft) return [{ reason: "user deleted" }];
    const { email } = found;
    return waysOf(id).map(({ via, afterMinutes }) => ({
      recipient: { userId: id, email, via },
      afterMinutes,
    }));
  };
  const reach = (target: StepTarget): Reached[] => {
    if (typeof target === "object" && "userIds" in target)
      return target.userIds.flatMap((id) => person(id, { reason: "user deleted" }));
    if (typeof target === "object") {
      const channel = channels.find(({ key, type }) => key === target.channelKey && type !== "on_call");
      if (!channel) return [{ reason: "channel deleted" }];
      if (!channel.enabled) return [{ reason: "channel disabled" }];
      return [{ recipient: { channelId: channel.id, name: channel.name }, afterMinutes: 0 }];
    }
    if (!turns) return [{ reason: "schedule deleted" }];
    if (target === "on_call") return person(turns.now.userId, { reason: "nobody on call" });
    return person(turns.next?.userId, { reason: "nobody is next" });
  };
  return { rules: parsed.data, scheduleName: schedule?.name ?? "", reach };
}

export async function checkSteps({ db }: { db: Db }, config: unknown): Promise<void> {
  const { scheduleKey, steps } = onCallConfig.parse(config);
  const { schedules, people, channels } = await readStepFacts(db, scheduleKey);
  const problems: Problem[] = [];
  const add = (path: string, message: string) => problems.push({ path: `config.${path}`, message });
  if (schedules.length === 0) add("scheduleKey", `There is no schedule with the key ${scheduleKey}.`);
  for (const [i, { target }] of steps.entries()) {
    if (typeof target !== "object") continue;
    if ("channelKey" in target) {
      const channel = channels.find(({ key }) => key === target.channelKey);
      if (!channel)
        add(`steps[${i}].target.channelKey`, `There is no channel with the key ${target.channelKey}.`);
      else if (channel.type === "on_call")
        add(`steps[${i}].target.channelKey`, "Choose a channel of a type other than on_call.");
    } else
      for (const [j, id] of target.userIds.entries())
        if (people.get(id)?.hasLeft ?? true)
          add(`steps[${i}].target.userIds[${j}]`, `There is no user with ID ${id}.`);
  }
  const [first] = problems;
  if (first) throw new AppError("invalid", `${first.path}: ${first.message}`, { problems });
}
