import { OperatorError } from "../operator-error.ts";
import { connectAsOwner } from "./connection.ts";

/** Settings without which PostgreSQL confirms a commit before it is on disk. */
const NEEDED = ["fsync", "synchronous_commit"] as const;

/**
 * Refuses a database that may lose what it has confirmed: a payment could go out a second time.
 * @throws {OperatorError}
 */
export async function requireDurability(url: string): Promise<void> {
  const client = await connectAsOwner(url);
  try {
    const { rows } = await client.query<{ name: string }>(
      "select name from pg_settings where name = any ($1) and setting = 'off' order by name",
      [NEEDED],
    );
    if (rows.length === 0) return;
    const names = rows.map(({ name }) => name);
    throw new OperatorError(
      `the database may lose payments that it has confirmed: ${names.map((name) => `${name} is off`).join(", ")}`,
      `Set ${names.map((name) => `${name} = on`).join(" and ")} in postgresql.conf (look also at \`alter role\` and \`alter database\`), and reload PostgreSQL.`,
    );
  } finally {
    await client.end();
  }
}
