import { creditDeparted, type Imported, listNotCredited, tellCredit } from "#restore";
import { idsOf } from "./each-once.ts";
import type { LineKind } from "./line-kind.ts";

/** Purchases that went to their persons' own wallets instead; after everything that may have delivered them. */
export const importCredited: LineKind = {
  whats: ["purchase.credit"],
  async lacking(db, lines) {
    const lacking = await listNotCredited(db, idsOf(lines));
    return lines.filter(({ id }) => lacking.has(id));
  },
  async bringBack(deps, lines) {
    const imported: Imported[] = [];
    for (const [id, reference] of new Map(lines.map((line) => [line.id, line.processorId])))
      imported.push(tellCredit({ id, reference }, await creditDeparted(deps, id)));
    return imported;
  },
};
