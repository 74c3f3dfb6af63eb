import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EVENT_TYPES, type EventId, type EventType } from "./event.ts";
import { streamed, streamTypes } from "./stream.ts";

const TYPES = Object.keys(EVENT_TYPES) as EventType[];

describe("the types of a stream", () => {
  it("are those that are named, each once", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...TYPES), { minLength: 1 }), (types) => {
        expect(streamTypes(types.join(","))).toEqual(new Set(types));
      }),
    );
  });

  it.each([
    "",
    "*",
    "payment.completed,",
    "payment.completed, payment.failed",
    "payment",
    "toString",
    "PAYMENT.FAILED",
  ])("are not %j", (text) => {
    expect(() => streamTypes(text)).toThrow(expect.objectContaining({ code: "invalid_input" }));
  });

  it("name what is unknown, and no more of it than fits a line", () => {
    expect(() => streamTypes("payment.failed,moon.shone")).toThrow(/which "moon.shone" is not/);
    expect(() => streamTypes("x".repeat(5_000))).toThrow(/^.{1,150}$/);
  });
});

describe("an event of the stream", () => {
  it("has its body on one line, whatever the body says", () => {
    const id = "01a1f9bb-2f60-7c11-8e52-0a4f5b9d7e10" as EventId;
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const body = JSON.stringify({ text });
        expect(streamed({ id, type: "payment.failed" }, body)).toBe(
          `id: ${id}\nevent: payment.failed\ndata: ${body}\n\n`,
        );
        expect(body).not.toMatch(/[\r\n]/);
      }),
    );
  });
});
