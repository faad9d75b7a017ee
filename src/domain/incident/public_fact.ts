import {
  type Impact,
  type IncidentStatus,
  MAINTENANCE_EVENT_TYPES,
  type MaintenanceEventType,
  type ToldEventType,
} from "../../schema/incident_status.ts";
import type { AffectedComponent, Said } from "./component.ts";
import type { WindowWords } from "./window_words.ts";

interface PublicComponent {
  id: number;
  name: string;
}

export interface ToldUpdate {
  id: number;
  body: string;
  status: IncidentStatus;
  postedAt: number;
  /** What it said of components; updates of earlier releases said nothing. */
  said?: Said;
}

/** As they stood when it was told. Components are all that were linked: who tells it on leaves out what is not public. */
export interface IncidentSnapshot {
  id: number;
  title: string;
  status: IncidentStatus;
  impact: Impact;
  startedAt: number;
  resolvedAt: number | null;
  pageWide: boolean;
  components: AffectedComponent[];
  /** What it said of its components until then; events of earlier releases say nothing. */
  said?: Said;
  /** Newest first. */
  updates: ToldUpdate[];
  /** Of what tells of one. */
  postMortem?: { body: string; publishedAt: number };
}

export interface MaintenanceSnapshot {
  id: number;
  name: string;
  description: string;
  startsAt: number;
  endsAt: number;
  allMonitors: boolean;
  components: PublicComponent[];
  /** What is told of it; rows of earlier releases say nothing and were planned then. */
  change?: MaintenanceNews;
  /** In other languages; rows of earlier releases have none. */
  locales?: WindowWords;
}

export type MaintenanceNews = "scheduled" | "rescheduled" | "cancelled" | "started" | "completed";

interface PublicFactOf<Type, Snapshot> {
  /** The same for the same fact, for good. */
  id: string;
  type: Type;
  at: number;
  /** With public components only; none where it is about the whole page. */
  subject: Snapshot;
}

export type IncidentFact = PublicFactOf<Exclude<ToldEventType, MaintenanceEventType>, IncidentSnapshot> & {
  /** The update that it is about; null for a new incident and a post-mortem. */
  update: ToldUpdate | null;
};
export type MaintenanceFact = PublicFactOf<MaintenanceEventType, MaintenanceSnapshot> & {
  news: MaintenanceNews;
};

/** One thing that operators have published, as it may be told to anybody who reads the page. */
export type PublicFact = IncidentFact | MaintenanceFact;

export function isMaintenanceType(type: ToldEventType): type is MaintenanceEventType {
  return (MAINTENANCE_EVENT_TYPES as readonly ToldEventType[]).includes(type);
}

export function isMaintenanceFact(fact: PublicFact): fact is MaintenanceFact {
  return isMaintenanceType(fact.type);
}
