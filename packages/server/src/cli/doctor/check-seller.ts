import { about, type Fact, type Finding, ok, warning } from "./finding.ts";

/** `named`: what `LEYDEN_RAMP_WALLET_PROJECT` says. `name`: that of the project, or undefined where there is none. */
export type SellerFacts = { readonly named: string; readonly name: Fact<string | undefined> };

/** Whether people can buy bitcoin on the page of their wallet, where the operator wants it. */
export function checkSeller(facts: SellerFacts | undefined): readonly Finding[] {
  if (facts === undefined) return [];
  return about("wallet's seller", facts.name, (name) => {
    if (name !== undefined) return [ok("wallet's seller", `the project "${name}" sells bitcoin in the wallet`)];
    const says = `LEYDEN_RAMP_WALLET_PROJECT names no project: ${facts.named}; the wallet sells nothing`;
    return [warning("wallet's seller", says, "set it to a name or an id that `leyden project list` shows")];
  });
}
