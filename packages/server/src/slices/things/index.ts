/**
 * Words of this slice; CONTRIBUTING.md has those that slices share.
 *
 * - thing of a page: What a project or a person has and a page can show: a payment, a voucher, a user of an app.
 * - clue: What a text that somebody searches for may be.
 * - finder: Finds the things of a slice by a clue.
 * - standing: Where the money of a thing is, why, and what happens next.
 * - happening: Something that happened to a thing, with its time.
 * - timeline: The standing of a thing and its happenings.
 */

export { eventFinder } from "./event-finder.ts";
export { readEventHappenings } from "./event-happenings.ts";
export type { Clue } from "./model/clue.ts";
export { FOUND_MAX, type FoundThing } from "./model/thing.ts";
export type { Happening, Standing, Timeline } from "./model/timeline.ts";
export type { Finder, ReadTimeline, Timelines } from "./port.ts";
export { ENGLISH, presentTimeline } from "./present-timeline.ts";
