import { listPeople } from "../../data/schedule.ts";
import type { Context } from "../context.ts";

export async function listOnCallPeople({ db }: Context): Promise<{ id: number; email: string }[]> {
  return await listPeople(db);
}
