/**
 * Words of this slice; CONTRIBUTING.md has those that slices share.
 *
 * - clue: What a text that somebody searches for may be.
 * - finder: Finds by a clue what its slice has and a page can show: payments, vouchers, users of applications.
 * - standing: Where the money of something that was found is, why, and what happens next.
 * - happening: Something that happened to it, with its time.
 * - timeline: A standing and its happenings.
 */

export { eventFinder } from "./event-finder.ts";
export { readEventHappenings } from "./event-happenings.ts";
export type { Clue } from "./model/clue.ts";
export { FOUND_MAX, type FoundThing } from "./model/thing.ts";
export type { Happening, Standing, Timeline } from "./model/timeline.ts";
export type { Finder, ReadTimeline, Timelines } from "./port.ts";
export { ENGLISH, presentTimeline } from "./present-timeline.ts";
