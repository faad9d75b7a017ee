import { all, type Element, readXml, textOf } from "./xml_reader.ts";

const RFC_822 =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

interface ReadEntry {
  id: string;
  url: string;
  title: string;
  html: string;
}

export function checkRss(document: string, selfUrl: string): { problems: string[]; entries: ReadEntry[] } {
  const problems: string[] = [];
  const hold = (isRight: boolean, rule: string) => isRight || problems.push(rule);
  const rss = readXml(document);
  const [channel, ...others] = all(rss, "channel") as [Element, ...Element[]];
  hold(rss.name === "rss" && rss.attributes["version"] === "2.0", "the root is rss 2.0");
  hold(others.length === 0, "there is one channel");
  for (const name of ["title", "link", "description", "language"])
    hold(textOf(channel, name) !== "", `the channel has a ${name}`);
  hold(URL.canParse(textOf(channel, "link")), "the channel's link is an address");
  for (const date of all(channel, "lastBuildDate")) hold(RFC_822.test(date.text), "dates are RFC 822");
  const self = all(channel, "atom:link").find(({ attributes }) => attributes["rel"] === "self");
  hold(rss.attributes["xmlns:atom"] === "http://www.w3.org/2005/Atom", "the atom namespace is declared");
  hold(self?.attributes["href"] === selfUrl, "the channel names itself");
  hold(self?.attributes["type"] === "application/rss+xml", "with its type");
  const items = all(channel, "item");
  for (const item of items) {
    hold(textOf(item, "title") !== "" && textOf(item, "description") !== "", "items have title and text");
    hold(URL.canParse(textOf(item, "link")), "items have an address");
    hold(RFC_822.test(textOf(item, "pubDate")), "dates are RFC 822");
    const [guid] = all(item, "guid") as [Element];
    const isLink = guid.attributes["isPermaLink"] !== "false";
    hold(!isLink || URL.canParse(guid.text), "a guid that is a link is one");
  }
  const guids = items.map((item) => textOf(item, "guid"));
  hold(new Set(guids).size === guids.length, "no guid twice");
  const entries = items.map((item) => ({
    id: textOf(item, "guid"),
    url: textOf(item, "link"),
    title: textOf(item, "title"),
    html: textOf(item, "description"),
  }));
  return { problems, entries };
}

export function checkAtom(document: string, selfUrl: string): { problems: string[]; entries: ReadEntry[] } {
  const problems: string[] = [];
  const hold = (isRight: boolean, rule: string) => isRight || problems.push(rule);
  const feed = readXml(document);
  hold(feed.name === "feed", "the root is a feed");
  hold(feed.attributes["xmlns"] === "http://www.w3.org/2005/Atom", "of Atom");
  hold(URL.canParse(textOf(feed, "id")), "the feed's id is an address");
  hold(textOf(feed, "title") !== "", "the feed has a title");
  hold(RFC_3339.test(textOf(feed, "updated")), "dates are RFC 3339");
  hold(
    all(feed, "author").every((author) => textOf(author, "name") !== ""),
    "authors have names",
  );
  const links = all(feed, "link").map(({ attributes }) => attributes);
  hold(
    links.some(({ rel, href }) => rel === "self" && href === selfUrl),
    "the feed names itself",
  );
  hold(links.filter(({ rel }) => rel === "alternate").length === 1, "one alternate link");
  const found = all(feed, "entry");
  for (const entry of found) {
    hold(all(feed, "author").length > 0 || all(entry, "author").length > 0, "entries have an author");
    hold(URL.canParse(textOf(entry, "id")), "an entry's id is an address");
    hold(textOf(entry, "title") !== "", "entries have a title");
    hold(RFC_3339.test(textOf(entry, "updated")), "dates are RFC 3339");
    hold(RFC_3339.test(textOf(entry, "published")), "dates are RFC 3339");
    hold(all(entry, "content")[0]?.attributes["type"] === "html", "content says that it is HTML");
    hold(all(entry, "link").length === 1, "one link");
  }
  const ids = found.map((entry) => textOf(entry, "id"));
  hold(new Set(ids).size === ids.length, "no id twice");
  const entries = found.map((entry) => ({
    id: textOf(entry, "id"),
    url: all(entry, "link")[0]?.attributes["href"] ?? "",
    title: textOf(entry, "title"),
    html: textOf(entry, "content"),
  }));
  return { problems, entries };
}
