import type { Idempotency } from "#idempotency";
import { type Db, one, sql } from "#platform/database/db.ts";

export type SecretWritten =
  | { readonly outcome: "rotated" | "replay"; readonly secret: Uint8Array; readonly previousUntil: Date | null }
  | { readonly outcome: "superseded" | "mismatch" };

/** Runs `events.rotate_secret`. */
export async function replaceSecret(
  db: Db,
  { id, ownerId, secret }: { id: string; ownerId: string; secret: Uint8Array },
  { idempotency, now, previousUntil }: { idempotency: Idempotency | undefined; now: Date; previousUntil: Date },
): Promise<SecretWritten> {
  return one(
    await db.query<SecretWritten>(sql`
      select outcome, secret, previous_until as "previousUntil"
        from events.rotate_secret(
               ${now}, ${id}, ${ownerId}, ${secret}, ${previousUntil}, ${idempotency?.scope ?? null},
               decode(${idempotency?.input ?? null}, 'hex'))`),
  );
}
