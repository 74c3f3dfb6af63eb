import pg from "pg";
import { onTestFinished } from "vitest";

/**
 * Counts what this process sends to databases from now on, by what it is: each is one round trip. Of all connections:
 * a test that counts does nothing beside.
 */
export function countStatements(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function counted(this: pg.Client, ...sent: Parameters<typeof query>) {
    const [first] = sent as unknown as readonly [string | { readonly text: string }];
    const text = (typeof first === "string" ? first : first.text).replaceAll(/\s+/g, " ").trim();
    counts.set(text, (counts.get(text) ?? 0) + 1);
    return query.apply(this, sent);
  } as typeof query;
  onTestFinished(() => {
    pg.Client.prototype.query = query;
  });
  return counts;
}
