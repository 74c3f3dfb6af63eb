import type { Imported } from "./imported.ts";

/**
 * `ramp.credit_departed` says what most of these mean; `was_paid`: the node has or may have delivered it; `silent`: it
 * gives no answer; `no_user`: its person is not here; `too_much`: more than the address of the wallet takes here.
 */
export type CreditedAgain =
  | "credited"
  | "known"
  | "unknown"
  | "not_begun"
  | "ended"
  | "delivering"
  | "changed"
  | "was_paid"
  | "silent"
  | "no_user"
  | "too_much";

/** A purchase that its person took into the own wallet. `reference`: of the processor, where it is known. */
export type DepartedCredit = { readonly id: string; readonly reference: string | undefined };

/** For the operator: what was written, or why nothing was. */
export function tellCredit({ id, reference }: DepartedCredit, outcome: CreditedAgain): Imported {
  const told = (as: Imported["outcome"], detail: string): Imported => ({
    what: "purchase.credit",
    id,
    outcome: as,
    detail: `its person took it into the own wallet: ${detail}`,
  });
  const adopt = `\`leyden ramp adopt ${reference} --deliver\` brings it there; give nothing back`;
  switch (outcome) {
    case "credited":
      return told("done", "it goes there again");
    case "known":
      return told("known", "it goes there here as well");
    case "unknown":
      return told("question", `it is not in this copy: ${adopt}`);
    case "ended":
      return told("question", `it has ended here: \`leyden ramp show ${id}\`; where it has no payment here, ${adopt}`);
    case "not_begun":
      return told("question", `it is not begun in this copy: when it is over, ${adopt}`);
    case "was_paid":
      return told(
        "question",
        `the node has or may have paid it elsewhere: \`leyden reconcile <hash or txid> --to purchase ${id}\` where it did`,
      );
    case "delivering":
      return told("question", `a payment delivers it here: \`leyden ramp show ${id}\``);
    case "changed":
      return told("question", "it has just changed: import again");
    case "silent":
      return told("question", "the node gives no answer about it: import again when it does");
    case "too_much":
      return told(
        "question",
        "it is more than the address of the wallet takes here: raise `leyden user limits` to three times of it, then import again",
      );
    case "no_user":
      return told("question", "its person is not in this copy: let nothing of it go on");
  }
}
