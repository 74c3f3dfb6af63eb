import type { Caller } from "#kernel/caller.ts";
import type { Clue, ClueKind } from "./model/clue.ts";
import type { FoundThing, ThingKind } from "./model/thing.ts";
import type { Timeline } from "./model/timeline.ts";

/** Finds things of a slice by a clue: each in an index, and of the caller alone. */
export type Finder = {
  /** The clues that it looks for; by others it finds nothing. */
  readonly by: readonly ClueKind[];
  /** Nothing of others, also not that it exists. */
  find(caller: Caller, clue: Clue): Promise<readonly FoundThing[]>;
};

/** What became of a thing of the caller; undefined: the caller has none with this id. */
export type ReadTimeline = (caller: Caller, id: string) => Promise<Timeline | undefined>;

/** Of each kind that has one. */
export type Timelines = { readonly [Kind in ThingKind]?: ReadTimeline };
