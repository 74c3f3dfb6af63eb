import { expect } from "vitest";
import type { Finding, Verdict } from "./finding.ts";

/** What a row of a table expects of one thing: its verdict, and words in what is said or to be done. */
export type Expected = readonly [about: string, verdict: Verdict, ...words: readonly string[]];

/** Expects exactly these findings about the things that are named, in this order. */
export function expectFindings(findings: readonly Finding[], expected: readonly Expected[]): void {
  const named = new Set(expected.map(([about]) => about));
  const found = findings.filter(({ about }) => named.has(about));
  expect(found.map(({ about, verdict }) => [about, verdict])).toEqual(
    expected.map(([about, verdict]) => [about, verdict]),
  );
  for (const [i, [, , ...words]] of expected.entries())
    for (const word of words) expect(`${found[i]?.says} -> ${found[i]?.todo}`).toContain(word);
  expectWhole(findings);
}

/** Each says something, and what is not ok says what to do. */
export function expectWhole(findings: readonly Finding[]): void {
  for (const { about, verdict, says, todo } of findings) {
    expect(says, about).not.toBe("");
    expect(says, about).not.toMatch(/undefined|NaN|\[object/);
    expect(todo === undefined, `${about}: ${says}`).toBe(verdict === "ok");
  }
}
