/**
 * The query of an address, as text alone. The router's own reading takes text for JSON: `?id=723421968459640832` would
 * become another number, and `662E41` 6.62e+43.
 */
export type Search = Readonly<Record<string, string | undefined>>;

export function parseSearch(query: string): Search {
  return Object.fromEntries(new URLSearchParams(query));
}

/** What is undefined or empty is left out. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  return query.size === 0 ? "" : `?${query}`;
}
