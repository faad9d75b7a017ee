interface Searched {
  name: string;
  key: string;
  address: string;
  tags: readonly { label: string }[];
}

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
