import type { Caller } from "#kernel/caller.ts";
import { type ClueKind, recognize } from "./model/clue.ts";
import type { FoundThing } from "./model/thing.ts";
import type { Finder } from "./port.ts";

export type SearchResult = {
  readonly found: readonly FoundThing[];
  /** What the text was looked for as. */
  readonly lookedFor: readonly ClueKind[];
};

/** Looks for all that a text may be, with all finders; each thing is found once. */
export async function findThings(
  finders: readonly Finder[],
  { caller, text }: { readonly caller: Caller; readonly text: string },
): Promise<SearchResult> {
  const clues = recognize(text).filter(({ kind }) => finders.some(({ by }) => by.includes(kind)));
  const found = await Promise.all(
    clues.flatMap((clue) =>
      finders.filter(({ by }) => by.includes(clue.kind)).map(async (finder) => await finder.find(caller, clue)),
    ),
  );
  const byId = new Map(found.flat().map((thing) => [`${thing.kind} ${thing.id}`, thing]));
  return { found: [...byId.values()], lookedFor: [...new Set(clues.map(({ kind }) => kind))] };
}
