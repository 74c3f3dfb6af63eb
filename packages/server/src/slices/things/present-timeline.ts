import { english, type Reader } from "#texts/reader.ts";
import { inOrder, type Timeline } from "./model/timeline.ts";

/** A timeline on the wire, in the language of whoever reads it. */
export function presentTimeline(reader: Pick<Reader, "said">, { standing, happenings }: Omit<Timeline, "eventsOf">) {
  const { status, where, why, next, nextCheckAt, endsBy } = standing;
  return {
    status,
    where: reader.said(where),
    why: reader.said(why),
    next: next === undefined ? null : reader.said(next),
    nextCheckAt: nextCheckAt?.toISOString() ?? null,
    endsBy: endsBy?.toISOString() ?? null,
    happened: inOrder(happenings).map(({ at, said, detail, thing }) => ({
      at: at.toISOString(),
      text: reader.said(said),
      detail: detail ?? null,
      thing: thing ?? null,
    })),
  };
}

/** For an operator. */
export const ENGLISH: Pick<Reader, "said"> = { said: english };
