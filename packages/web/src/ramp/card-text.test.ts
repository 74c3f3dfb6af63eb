import { describe, expect, it } from "vitest";
import { cardNumberText, expiryText } from "./card-text.ts";

describe("what is typed of a card", () => {
  it("is grouped while it is typed", () => {
    expect(cardNumberText("4242x4242 42424242")).toBe("4242 4242 4242 4242");
    expect(expiryText("1")).toBe("1");
    expect(expiryText("1234")).toBe("12 / 34");
    expect(expiryText("12 / ")).toBe("12");
  });
});
