import { english, type Reader } from "#texts/reader.ts";
import { inOrder, type Timeline } from "./model/timeline.ts";

/** A timeline on the wire, in the language of whoever reads it. */
export function presentTimeline(reader: Pick<Reader, "write">, { standing, happenings }: Omit<Timeline, "eventsOf">) {
  const { status, where, why, next, nextCheckAt, endsBy, isQuick = false } = standing;
  return {
    status,
    where: reader.write(where),
    why: reader.write(why),
    next: next === undefined ? null : reader.write(next),
    nextCheckAt: nextCheckAt?.toISOString() ?? null,
    endsBy: endsBy?.toISOString() ?? null,
    isQuick,
    happened: inOrder(happenings).map(({ at, said, detail, thing }) => ({
      at: at.toISOString(),
      text: reader.write(said),
      detail: detail ?? null,
      thing: thing ?? null,
    })),
  };
}

/** For an operator. */
export const ENGLISH: Pick<Reader, "write"> = { write: english };
