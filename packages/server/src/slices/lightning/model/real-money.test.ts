import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { REAL_MONEY_TEXT, REAL_MONEY_VERSION } from "./real-money.ts";

it("has another version when the text is another: answers are written down with it", () => {
  const sum = createHash("sha256").update(REAL_MONEY_TEXT).digest("hex").slice(0, 16);
  expect([REAL_MONEY_VERSION, sum]).toEqual([1, "958308394b595e3c"]);
});
