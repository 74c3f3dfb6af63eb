import { expect, it } from "vitest";
import { Agent, Client, errors } from "./undici.ts";

it("takes from the HTTP client what stands at its door", async () => {
  const door = await import("undici");
  expect(Agent).toBe(door.Agent);
  expect(Client).toBe(door.Client);
  expect(errors).toBe(door.errors);
});
