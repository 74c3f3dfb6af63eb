/**
 * Words of this slice; CONTRIBUTING.md has those that slices share.
 *
 * - totals: What a project paid and received in an hour, as numbers and sums.
 * - to count: To add what the ledger has posted to the totals.
 */

export { countNew } from "./count-new.ts";
export { invariants } from "./invariants.ts";
export { type Happened, readHappened } from "./read-happened.ts";
