import type { IdempotencyClaim } from "#idempotency";
import { type Db, one, sql } from "#platform/database/db.ts";

export type SecretWritten =
  | { readonly outcome: "rotated" | "replay"; readonly secret: Uint8Array; readonly previousUntil: Date | null }
  | { readonly outcome: "superseded" | "mismatch" };

/** Runs `events.rotate_secret`. */
export async function replaceSecret(
  db: Db,
  { id, ownerId, secret }: { id: string; ownerId: string; secret: Uint8Array },
  { claim, now, previousUntil }: { claim: IdempotencyClaim | undefined; now: Date; previousUntil: Date },
): Promise<SecretWritten> {
  return one(
    await db.query<SecretWritten>(sql`
      select outcome, secret, previous_until as "previousUntil"
        from events.rotate_secret(
               ${now}, ${id}, ${ownerId}, ${secret}, ${previousUntil}, ${claim?.scope ?? null},
               decode(${claim?.input ?? null}, 'hex'))`),
  );
}
