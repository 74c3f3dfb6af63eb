import { expect, it } from "vitest";
import { type Customer, IDENTITY_STATES, isStranded, mayTry, monthsAfter } from "./customer.ts";

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

it.each([
  ["2026-01-31T10:20:30.400Z", 1, "2026-02-28T10:20:30.400Z"],
  ["2026-12-31T23:59:59.999Z", 2, "2027-02-28T23:59:59.999Z"],
  ["2026-02-28T00:00:00.000Z", 24, "2028-02-28T00:00:00.000Z"],
  ["2028-02-29T00:00:00.000Z", 12, "2029-02-28T00:00:00.000Z"],
])("counts months by the calendar: %s and %i", (from, months, until) => {
  expect(monthsAfter(new Date(from), months).toISOString()).toBe(until);
});
