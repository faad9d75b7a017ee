/** What a search for monitors looks at. */
interface Searched {
  name: string;
  key: string;
  /** Without credentials. */
  address: string;
  tags: readonly { label: string }[];
}

/** Whether a text that somebody typed stands in its name, key, address or tags, in whatever case. */
export function isFoundBy(search: string, { name, key, address, tags }: Searched): boolean {
  const wanted = search.toLowerCase();
  return (
    wanted === "" ||
    name.toLowerCase().includes(wanted) ||
    key.includes(wanted) ||
    address.toLowerCase().includes(wanted) ||
    tags.some(({ label }) => label.toLowerCase().includes(wanted))
  );
}
