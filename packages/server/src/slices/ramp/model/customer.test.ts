import { expect, it } from "vitest";
import { IDENTITY_STATES, mayTry } from "./customer.ts";

it("lets those try whose identity is not decided, and with whom nobody is busy", () => {
  expect(IDENTITY_STATES.filter(mayTry)).toEqual(["none", "pending", "retry", "expired"]);
});
