import * as ledger from "#ledger";
import * as lightning from "#lightning";
import * as payments from "#payments";
import type { Invariant } from "#platform/database/invariant.ts";
import * as projects from "#projects";
import * as receiving from "#receiving";

/** The invariants of all slices, each over everything: what `leyden audit` checks. */
export const allInvariants: readonly Invariant[] = [
  ...ledger.invariants,
  ...projects.invariants,
  ...payments.invariants,
  ...lightning.invariants,
  ...receiving.invariants,
];

/**
 * Those of them that a running process checks every few seconds, because they cost the same however many transfers
 * there have been (the ledger's remember how far it was whole). What reads every payment or receipt is left to `leyden
 * audit`.
 */
export function watchedInvariants(): readonly Invariant[] {
  return [
    ...ledger.incrementalInvariants(),
    ...projects.invariants,
    ...payments.incrementalInvariants,
    ...lightning.invariants,
  ];
}
