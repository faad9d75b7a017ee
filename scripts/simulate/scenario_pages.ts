import type { Random } from "./random.ts";
import type { Follower, News, Notice, Story } from "./scenario_news.ts";

export const MAIN_PAGE = "main";

export interface StatusPage {
  key: string;
  placed: string[];
}

interface NewsOfOnePage {
  placed: string[];
  followers: Omit<Follower, "page">[];
  stories: Omit<Story, "pages">[];
  notices: Omit<Notice, "pages">[];
}

export function spreadOverPages(
  random: Random,
  { placed, followers, stories, notices }: NewsOfOnePage,
  monitors: readonly string[],
): News {
  const main: StatusPage = { key: MAIN_PAGE, placed };
  const others = Array.from({ length: random.pick([0, 0, 1, 2]) }, (_, i): StatusPage => {
    return { key: `p${i + 1}`, placed: monitors.filter(() => random.chance(0.5)) };
  });
  const pages = [main, ...others];
  const named = () => (others.length > 0 ? pages.filter(() => random.chance(0.4)).map(({ key }) => key) : []);
  return {
    pages,
    followers: followers.map((follower) => {
      const page = random.pick([main, ...others]);
      const isOfMain = page === main || follower.monitors.length === 0;
      const followed = isOfMain ? follower.monitors : page.placed.filter(() => random.chance(0.5));
      return { ...follower, page: page.key, monitors: followed };
    }),
    stories: stories.map((story) => ({ ...story, pages: named() })),
    notices: notices.map((notice) => ({ ...notice, pages: named() })),
  };
}
