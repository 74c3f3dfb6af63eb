import type { Clock, Random } from "#kernel/clock.ts";
import type { Journal } from "#kernel/journal.ts";
import { msats } from "#kernel/money.ts";
import type { Db } from "#platform/database/db.ts";
import {
  SERVICE_LIMIT_NAMES,
  SERVICE_LIMIT_WORDS,
  type ServiceLimitChanges,
  type ServiceLimitName,
} from "./model/service-limits.ts";
import { insertServiceLimitChange, updateServiceLimits } from "./store/service-limits.ts";

/** In lines of the journal: the service itself. */
const SERVICE = "00000000-0000-0000-0000-000000000000";

type Deps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly journal: Pick<Journal, "appendIfPossible">;
};

/**
 * Changes limits of the whole service, with the reason. They hold from the next payment on; what is under way goes on.
 * The journal has each as a line, so that a restore does not raise what was lowered.
 */
export async function setServiceLimits(
  { db, clock, random, journal }: Deps,
  { changes, reason }: { readonly changes: ServiceLimitChanges; readonly reason: string },
): Promise<void> {
  const named = SERVICE_LIMIT_NAMES.filter((name) => name in changes);
  const amountOf = (name: ServiceLimitName) => {
    const { [name]: value } = changes;
    return value === undefined ? undefined : BigInt(value);
  };
  await db.transaction(async (tx) => {
    await updateServiceLimits(tx, changes);
    for (const name of named)
      await insertServiceLimitChange(tx, {
        id: random.uuid(),
        name: SERVICE_LIMIT_WORDS[name],
        value: amountOf(name),
        reason,
        changedAt: clock.now(),
      });
  });
  for (const name of named) {
    const value = amountOf(name);
    await journal.appendIfPossible({
      what: "limit.set",
      id: SERVICE,
      origin: { kind: "service" },
      kind: SERVICE_LIMIT_WORDS[name],
      amount: value === undefined ? undefined : msats(value), // of payments in flight: their number
    });
  }
}

/** The limit of a line about the service; undefined: it is about another one. */
export function serviceLimitOf({
  id,
  kind,
}: {
  readonly id: string;
  readonly kind?: string | undefined;
}): ServiceLimitName | undefined {
  return id === SERVICE ? SERVICE_LIMIT_NAMES.find((name) => SERVICE_LIMIT_WORDS[name] === kind) : undefined;
}
