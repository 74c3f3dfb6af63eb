import { expect, it } from "vitest";
import { asCalled, isOfMember } from "./refused.ts";

it("tells what a member asked from what a key asked", () => {
  const ofMember = "/dashboard/api/projects/01a22355-6d8f-7270-b89f-1185d0fcdc96/v0/charges";
  expect([isOfMember({ path: ofMember }), asCalled(ofMember)]).toEqual([true, "/v0/charges"]);
  expect([isOfMember({ path: "/v0/charges" }), asCalled("/v0/charges")]).toEqual([false, "/v0/charges"]);
});
