import { expect, it } from "vitest";
import { isRealMoney } from "./use-changes.ts";

it("takes a network for real money unless it is known to be worth nothing", () => {
  for (const network of ["mainnet", "bitcoin", "mutinynet", null])
    expect([network, isRealMoney(network)]).toEqual([network, true]);
  for (const network of ["regtest", "signet", "testnet", "testnet4", "simnet"])
    expect([network, isRealMoney(network)]).toEqual([network, false]);
});
