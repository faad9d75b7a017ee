import { type Accessor, createContext, createMemo, type JSX, useContext } from "solid-js";
import { fillText } from "../../src/domain/page/text.ts";
import { formatLongDuration } from "../../src/domain/page/time_wording.ts";
import { MINUTE_MS } from "../../src/lib/units.ts";
import type { PublicMonitor, PublicPage } from "../../src/schema/public_page.ts";
import { type DateWriting, formatDate, formatNumber, formatPercent, pluralForm } from "./format.ts";
import { addressIn, pathOf } from "./parts/links.ts";
import type { RenderOptions } from "./view.ts";

interface StatusPage {
  page: Accessor<PublicPage>;
  options: RenderOptions;
  isStale: Accessor<boolean>;
  isLocal: boolean;
  findMonitor: (id: number) => PublicMonitor | undefined;
  to: (path: string) => string;
  toUrl: (url: string) => string;
  t: (key: string, values?: Readonly<Record<string, string | number>>) => string;
  count: (key: string, n: number) => string;
  date: (time: string | number, style: DateWriting["style"]) => string;
  day: (date: string) => string;
  percent: (share: number) => string;
  ms: (value: number) => string;
  duration: (ms: number) => string;
  lasting: (since: string | null) => string | null;
}

const Context = createContext<StatusPage>();

interface ProviderProps {
  page: Accessor<PublicPage>;
  isStale: Accessor<boolean>;
  isLocal?: boolean;
  options: RenderOptions;
  children: JSX.Element;
}

export function StatusPageProvider(props: ProviderProps): JSX.Element {
  const isLocal = props.isLocal === true;
  const locale = createMemo(() => props.page().locale);
  const texts = createMemo(() => props.page().texts);
  const monitors = createMemo(() => new Map(props.page().monitors.map((monitor) => [monitor.id, monitor])));
  const t: StatusPage["t"] = (key, values) => fillText(texts()[key] ?? key, values ?? {});
  const write = (time: string | number, style: DateWriting["style"]) =>
    formatDate(time, { locale: locale(), style, timeZone: isLocal ? undefined : "UTC" });
  const to = (path: string) => addressIn(props.options, locale(), path);
  const status: StatusPage = {
    page: props.page,
    options: props.options,
    isStale: props.isStale,
    isLocal,
    to,
    toUrl: (url) => to(pathOf(url, props.page().site.url)),
    findMonitor: (id) => monitors().get(id),
    t,
    count: (key, n) => {
      const form = `${key}.${pluralForm(n, locale())}`;
      return t(texts()[form] === undefined ? `${key}.other` : form, { n });
    },
    date: write,
    day(date) {
      const isElsewhere = isLocal && new Date(date).getTimezoneOffset() !== 0;
      return formatDate(date, { locale: locale(), style: isElsewhere ? "dayZone" : "day", timeZone: "UTC" });
    },
    percent: (share) => formatPercent(share, locale()),
    ms: (value) => t("page.responseTime", { n: formatNumber(value, locale()) }),
    duration: (ms) => formatLongDuration(ms, locale()),
    lasting(since) {
      const ms = since === null ? 0 : Date.parse(props.page().takenAt) - Date.parse(since);
      return ms < MINUTE_MS ? null : t("status.for", { duration: status.duration(ms) });
    },
  };
  return <Context.Provider value={status}>{props.children}</Context.Provider>;
}

export function useStatusPage(): StatusPage {
  const status = useContext(Context);
  if (!status) throw new Error("There is no status page around this.");
  return status;
}
