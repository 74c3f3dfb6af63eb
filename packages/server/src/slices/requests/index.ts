/**
 * Words of this slice; CONTRIBUTING.md has those that slices share.
 *
 * - refused request: One with a valid key that was answered with an error, also with one of ours.
 * - share: How many of them are kept of a key, a project or all, in a minute or an hour.
 * - shown: Said of a text or body without what may be secret.
 */

export { requestFinder } from "./find-things.ts";
export { createRefusedLog, type RefusedLog } from "./keep-refused.ts";
