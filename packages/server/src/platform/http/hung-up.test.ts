import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { whenAnswered } from "./hung-up.ts";

/** An answer as far as it is looked at. */
const answer = (destroyed: boolean) => Object.assign(new EventEmitter(), { destroyed }) as unknown as ServerResponse;

describe("what is done when a request was answered", () => {
  it("is not done before the answer is out, and once then", () => {
    const raw = answer(false);
    let done = 0;
    whenAnswered({ raw }, () => {
      done += 1;
    });
    expect(done).toBe(0);
    raw.emit("close");
    raw.emit("close");
    expect(done).toBe(1);
  });

  it("is done immediately when the caller is gone already", () => {
    let done = 0;
    whenAnswered({ raw: answer(true) }, () => {
      done += 1;
    });
    expect(done).toBe(1);
  });
});
