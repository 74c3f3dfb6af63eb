import { describe, expect, it } from "vitest";
import { type Standing, standingAfter } from "./standing.ts";

const answer = (status: number, loginPath?: string) => ({ status, loginPath });
const ALL: readonly Standing[] = ["never", "asked", "answered"];

describe("how a call of the console stands", () => {
  it.each(ALL)("%s, and as before when the answer lets nothing in", (before) => {
    expect(standingAfter(before, answer(429))).toBe(before);
    expect(standingAfter(before, answer(401, "/login?next=x"))).toBe(before);
    expect(standingAfter(before, answer(403, "/login?next=x&since=1"))).toBe(before);
  });

  it.each(ALL)("%s, and then the answer says what became of it", (before) => {
    for (const status of [200, 400, 403, 404, 409, 422]) expect(standingAfter(before, answer(status))).toBe("answered");
    for (const status of [500, 503]) expect(standingAfter(before, answer(status))).toBe("asked");
  });
});
