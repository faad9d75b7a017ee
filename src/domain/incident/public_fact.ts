import {
  type Impact,
  type IncidentStatus,
  MAINTENANCE_EVENT_TYPES,
  type MaintenanceEventType,
  type NotifiedEventType,
} from "../../schema/incident_status.ts";
import type { AffectedComponent, Said } from "./incident.ts";
import type { WindowWords } from "./window_words.ts";

interface PublicComponent {
  id: number;
  name: string;
}

export interface PublishedUpdateFact {
  id: number;
  body: string;
  status: IncidentStatus;
  postedAt: number;
  said?: Said;
}

/** The state when the event was published. Holds all linked components: senders leave out those not public. */
export interface IncidentSnapshot {
  id: number;
  title: string;
  status: IncidentStatus;
  impact: Impact;
  startedAt: number;
  resolvedAt: number | null;
  pageWide: boolean;
  /** Absent in events of earlier releases, which were of the default page. */
  pageIds?: number[] | null;
  components: AffectedComponent[];
  said?: Said;
  updates: PublishedUpdateFact[];
  postMortem?: { body: string; publishedAt: number };
}

export interface MaintenanceSnapshot {
  id: number;
  name: string;
  description: string;
  startsAt: number;
  endsAt: number;
  allMonitors: boolean;
  /** Null for every page. Absent in rows of earlier releases. */
  pageIds?: number[] | null;
  components: PublicComponent[];
  /** Absent in rows of earlier releases, where it was "planned". */
  change?: MaintenanceNews;
  locales?: WindowWords;
}

export type MaintenanceNews = "scheduled" | "rescheduled" | "cancelled" | "started" | "completed";

interface PublicFactOf<Type, Snapshot> {
  id: string;
  type: Type;
  at: number;
  /** Public components only; empty means the whole page. */
  subject: Snapshot;
}

export type IncidentFact = PublicFactOf<
  Exclude<NotifiedEventType, MaintenanceEventType>,
  IncidentSnapshot
> & {
  update: PublishedUpdateFact | null;
};
export type MaintenanceFact = PublicFactOf<MaintenanceEventType, MaintenanceSnapshot> & {
  news: MaintenanceNews;
};

export type PublicFact = IncidentFact | MaintenanceFact;

export function isMaintenanceType(type: NotifiedEventType): type is MaintenanceEventType {
  return (MAINTENANCE_EVENT_TYPES as readonly NotifiedEventType[]).includes(type);
}

export function isMaintenanceFact(fact: PublicFact): fact is MaintenanceFact {
  return isMaintenanceType(fact.type);
}
