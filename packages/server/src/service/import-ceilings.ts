import type { ProjectId } from "#kernel/ids.ts";
import { listFeeCeilings, lowerFeeCeiling } from "#projects";
import { eachOnce, idsOf } from "./each-once.ts";
import type { LineKind } from "./line-kind.ts";

/**
 * Fee ceilings of projects that were lowered after the copy was made: the lower of the two holds. None is raised. The
 * newest line about a project decides.
 */
export const importCeilings: LineKind = {
  whats: ["ceiling.set"],
  newestDecides: true,
  async lacking(db, lines) {
    const present = await listFeeCeilings(db, idsOf(lines));
    const newest = [...new Map(lines.map((line) => [line.id, line])).values()];
    return newest.filter(({ id, amount }) => amount !== undefined && amount < (present.get(id) ?? 0n));
  },
  bringBack: (deps, lines) =>
    eachOnce(lines, async ({ id, amount = 0n }) => [
      (await lowerFeeCeiling(deps, { id: id as ProjectId, basisPoints: amount })) ? "done" : "known",
      `the fee ceiling of the project is ${amount} basis points again`,
    ]),
};
