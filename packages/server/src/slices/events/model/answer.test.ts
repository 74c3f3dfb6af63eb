import { describe, expect, it } from "vitest";
import { keptAnswer, shownAnswer } from "./answer.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("what a receiver answered", () => {
  it("is kept up to its first KiB, as text that the database takes", () => {
    expect(keptAnswer(bytes("ok"))).toBe("ok");
    expect(keptAnswer(bytes("x".repeat(5_000)))).toBe("x".repeat(1_024));
    expect(keptAnswer(bytes("a\0b"))).toBe("a\uFFFDb");
    expect(keptAnswer(new Uint8Array([0xff, 0x41]))).toBe("\uFFFDA");
  });

  it.each([
    ["public", true, "shown"],
    ["public", false, "not_public"],
    ["all", true, "shown"],
    ["all", false, "shown"],
    ["none", true, "switched_off"],
    ["none", false, "switched_off"],
  ] as const)("with %s, from the public internet %s: %s", (rule, isPublic, expected) => {
    const answer = shownAnswer({ answer: "ok", isPublic }, rule);
    expect(answer).toEqual(
      expected === "shown" ? { kind: "shown", text: "ok" } : { kind: "hidden", because: expected },
    );
    expect(shownAnswer({ answer: undefined, isPublic }, rule)).toBeUndefined();
  });

  it("is shown without what turns the text around it or is not seen", () => {
    const answer = "a\u202Eb\u001B[31m\r\n\tc\u0007\u2028";
    expect(shownAnswer({ answer, isPublic: true }, "public")).toEqual({
      kind: "shown",
      text: "a\uFFFDb\uFFFD[31m\n\tc\uFFFD\uFFFD",
    });
  });
});
