import { expect, it } from "vitest";
import { type Msats, sats } from "#kernel/money.ts";
import type { OnchainDeps } from "./deps.ts";
import { wasPublished } from "./was-published.ts";

const THING = {
  origin: { kind: "purchase", id: "01a1f9c6-2a10-7b44-8c11-0f3a6d1e9b20" },
  address: "bcrt1qexample",
  amount: sats(20_000n),
} as const;

/** A node that has published a transaction for the thing, or not; it says by which requests it was asked. */
function given({ onchain, isPublished }: { readonly onchain: boolean; readonly isPublished: boolean }) {
  const limits: Msats[] = [];
  const node = {
    capabilities: { onchain },
    buildOnchain: async ({ feeLimit }: { readonly feeLimit: Msats }) => {
      limits.push(feeLimit);
      return isPublished ? { kind: "built" } : { kind: "refused", reason: "fee_limit" };
    },
  } as unknown as OnchainDeps["node"];
  return { limits, node };
}

it.each([true, false])(
  "asks for a transaction that may cost nothing: there is one only if it was published: %s",
  async (isPublished) => {
    const { limits, node } = given({ onchain: true, isPublished });
    expect(await wasPublished({ node }, THING)).toBe(isPublished);
    expect(limits).toEqual([0n]);
  },
);

it("asks no node that pays no addresses of the chain", async () => {
  const { limits, node } = given({ onchain: false, isPublished: true });
  expect(await wasPublished({ node }, THING)).toBe(false);
  expect(limits).toEqual([]);
});
