import { expect, it } from "vitest";
import { type Customer, IDENTITY_STATES, isStranded, mayTry } from "./customer.ts";

it("lets those try whose identity is not decided, and with whom nobody is busy", () => {
  expect(IDENTITY_STATES.filter(mayTry)).toEqual(["none", "pending", "retry", "expired"]);
});

it("knows the tries that are under way at a provider that the operator does not have any more", () => {
  const of = (identity: Customer["identity"], provider: string) =>
    ({ identity, try: { id: "t", provider, reference: undefined, sessionId: "s" } }) as unknown as Customer;
  expect(IDENTITY_STATES.filter((identity) => isStranded(of(identity, "old"), "new"))).toEqual([
    ...["pending", "processing", "review"],
  ]);
  expect(IDENTITY_STATES.filter((identity) => isStranded(of(identity, "new"), "new"))).toEqual([]);
});
