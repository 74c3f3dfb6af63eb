import { type ImportDeps, listHeld } from "#restore";
import { listStates, revokeVoucherAgain } from "#vouchers";
import { eachOnce, idsOf } from "./each-once.ts";
import type { LineKind } from "./line-kind.ts";

/**
 * Vouchers and withdrawal requests that were revoked after the copy was made. Their value goes back while the ledger is
 * closed: once it is open, they could be redeemed. One that an unexplained payment may have paid is a question, and the
 * release leaves it out as well. Comes after the payments, which bind what they were made for.
 */
export const importRevoked: LineKind = {
  whats: ["voucher.revoke"],
  async lacking(db, lines) {
    const here = await listStates(db, idsOf(lines));
    // What the copy lacks may be brought back before.
    return lines.filter(({ id }) => mayBePaid(here.get(id) ?? "open"));
  },
  async bringBack(deps, lines) {
    const [here, held] = [await listStates(deps.db, idsOf(lines)), await listHeld(deps)];
    return await eachOnce(
      lines.filter(({ id }) => mayBePaid(here.get(id))),
      async ({ id }) => {
        const doubt = doubtAbout(deps, { isClaimed: here.get(id) === "claiming", isHeld: held.has(id) });
        if (doubt !== undefined) return ["question", `it was revoked since the copy, and is not again: ${doubt}`];
        return [
          (await revokeVoucherAgain(deps, id)) ? "done" : "known",
          "it is revoked; the value of a voucher is back",
        ];
      },
    );
  },
};

function mayBePaid(state: string | undefined): boolean {
  return state === "open" || state === "claiming";
}

function doubtAbout(
  { node }: Pick<ImportDeps, "node">,
  { isClaimed, isHeld }: { readonly isClaimed: boolean; readonly isHeld: boolean },
): string | undefined {
  const again = "then import again before `leyden restore release`";
  if (isClaimed) return `a payment holds it; wait until that has ended, ${again}`;
  if (node === undefined) return `the node is silent, and may have paid it; start it, ${again}`;
  return isHeld
    ? `a payment that nothing explains may be it; say what that was with \`leyden reconcile\`, ${again}`
    : undefined;
}
