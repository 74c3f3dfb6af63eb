import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { beginLives, type Lives, type Result } from "./round.harness.ts";

const PATIENCE_MS = 600_000;

/** More seeds, and damaged journals: `npm run lives`. */
describe.runIf(process.platform === "linux")("an installation that is killed under load and restored", () => {
  let lives: Lives;
  beforeAll(async () => {
    lives = await beginLives(1, { hasTwins: false });
  }, PATIENCE_MS);
  afterAll(async () => await lives?.remove());

  const paidOf = ({ counts }: Result) =>
    Object.entries(counts).reduce((sum, [word, count]) => (word.endsWith(", paid") ? sum + count : sum), 0);

  it(
    "has everything that left in its books, once, by its whole journal",
    async () => {
      const result = await lives.round({ journal: "whole", lifeMs: 4_000, isTwice: false, isUntil: false });
      expect(result.differences, result.transcript).toEqual([]);
      expect(result.lost).toBe(0);
      expect(paidOf(result)).toBeGreaterThan(3);
    },
    PATIENCE_MS,
  );

  it(
    "pays nothing a second time without its journal, and the books are right",
    async () => {
      const result = await lives.round({ journal: "none", lifeMs: 3_000, isTwice: false, isUntil: false });
      expect(result.differences, result.transcript).toEqual([]);
      expect(paidOf(result)).toBeGreaterThan(6);
    },
    PATIENCE_MS,
  );
});
