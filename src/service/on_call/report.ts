import { listAlertsOfPeople } from "../../data/on_call_report.ts";
import { listPeople } from "../../data/schedule.ts";
import { reportAlerts } from "../../domain/on_call/report.ts";
import type { AlertReportQuery, PersonReport } from "../../schema/schedule.ts";
import type { Context } from "../context.ts";
import { checkSpan } from "./on_call.ts";

export async function getAlertReport(
  { db }: Context,
  { timezone, ...span }: AlertReportQuery,
): Promise<PersonReport[]> {
  checkSpan(span);
  const [alerts, people] = await Promise.all([listAlertsOfPeople(db, span), listPeople(db)]);
  const known = new Map(people.map((person) => [person.id, person]));
  return reportAlerts(alerts, timezone).map(({ userId, email, ...report }) => ({
    user: known.has(userId)
      ? { ...known.get(userId)!, hasLeft: false }
      : { id: userId, email, name: "", hasLeft: true },
    ...report,
  }));
}
