import type { Journal } from "#kernel/journal.ts";
import type { LimitChanges, LimitName } from "./model/limits.ts";

/** The words of a line's kind. */
const KINDS = { daily: "daily", weekly: "weekly", monthly: "monthly", maxBalance: "max_balance" } as const;

/** The limit of a line; undefined: it is no line about a limit. */
export function limitOfKind(kind: string | undefined): LimitName | undefined {
  return (Object.keys(KINDS) as LimitName[]).find((name) => KINDS[name] === kind);
}

/**
 * Writes into the journal which limits the wallet of this user or project has from now on, a line for each. After the
 * change, which may be refused. `byLevel`: those that follow the user's level again.
 */
export async function tellLimits(
  { journal }: { readonly journal: Pick<Journal, "appendIfPossible"> },
  id: string,
  { set, byLevel = [] }: { readonly set: LimitChanges; readonly byLevel?: readonly LimitName[] },
): Promise<void> {
  for (const name of Object.keys(set) as LimitName[])
    await journal.appendIfPossible({ what: "limit.set", id, kind: KINDS[name], amount: set[name] });
  for (const name of byLevel)
    await journal.appendIfPossible({ what: "limit.set", id, kind: KINDS[name], origin: { kind: "level" } });
}
