/** A restore in wire form. Times are those of PostgreSQL, as its JSON writes them. */
export function presentRestored(
  id: string,
  { from, until }: { readonly from: string | null; readonly until: string },
): { readonly id: string; readonly from: string | null; readonly until: string } {
  return { id, from: from === null ? null : new Date(from).toISOString(), until: new Date(until).toISOString() };
}
