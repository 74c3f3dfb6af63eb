import { describe, expect, it } from "vitest";
import { NodeUnavailable } from "#lightning";
import { beforeOrder, Late, NotConnected, notSentBy, OtherNode, unanswered } from "./errors.ts";

describe("a call without an answer", () => {
  const cause = new Error("the connection broke");

  it.each([false, true])("proves that nothing was sent where nothing was written, late or not (%s)", (isLate) => {
    const error = unanswered("no answer", { isWritten: false, isLate, cause, why: "stranger" });
    expect(error).toMatchObject({ message: "no answer", cause, why: "down" });
    expect(notSentBy(error)).toEqual({ kind: "not_sent", reason: "unreachable", detail: "no answer" });
  });

  it("proves nothing where it was written", () => {
    const error = unanswered("no answer", { isWritten: true, cause, why: "stranger" });
    expect(error).toMatchObject({ message: "no answer", cause, why: "stranger" });
    expect(error).not.toBeInstanceOf(Late);
    expect(notSentBy(error)).toBeUndefined();
  });

  it("is late where it was written and the time is over", () => {
    const error = unanswered("no answer", { isWritten: true, isLate: true, cause });
    expect(error).toBeInstanceOf(Late);
    expect(error).toMatchObject({ message: "no answer", cause, why: "down" });
    expect(notSentBy(error)).toBeUndefined();
  });
});

describe("an error before the order", () => {
  it("proves that the order was not sent, and keeps why", () => {
    const cause = new NodeUnavailable("no JSON", { why: "stranger" });
    const error = beforeOrder(cause);
    expect(error).toBeInstanceOf(NotConnected);
    expect(error).toMatchObject({ message: "no JSON", cause, why: "stranger" });
  });

  it.each([new OtherNode("another node"), new TypeError("our bug")])("stays what it is: %s", (error) => {
    expect(beforeOrder(error)).toBe(error);
  });
});
