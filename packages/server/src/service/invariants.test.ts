import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { LISTS, solvencyLine } from "#audit";
import { machineClock } from "#platform/machine/clock.ts";
import { allInvariants, watchedInvariants } from "./invariants.ts";

const PAGE = readFileSync(new URL("../../../../docs/invariants.md", import.meta.url), "utf8");

/** Rows of the tables: number, what holds, and for those with a detector whether it is watched. */
const rows = [...PAGE.matchAll(/^\| (I\d+\w?) \| (.+?) \|(?: (.+?) \|)?/gm)].map(([, id, title, watched]) => ({
  id,
  title,
  watched,
}));
const detected = rows.filter(({ watched }) => watched === "yes" || watched === "no");

/** Compared with the node, not found in the database, and watched by a task of its own. */
const solvency = solvencyLine({ assets: 0n, liabilities: 0n, verdict: "solvent" } as never);

it("docs/invariants.md lists every invariant that the audit checks, in its words, and no other", async () => {
  const checked = [...(await allInvariants(machineClock)), solvency, LISTS].map(({ id, title }) => ({ id, title }));
  const listed = detected.map(({ id, title }) => ({ id, title }));
  expect(listed.toSorted(byId)).toEqual(checked.toSorted(byId));
});

it("docs/invariants.md says which of them the service watches", () => {
  const watched = [...watchedInvariants(machineClock), solvency].map(({ id }) => id).toSorted();
  const listed = detected.flatMap(({ id, watched }) => (watched === "yes" ? [id] : [])).toSorted();
  expect(listed).toEqual(watched);
});

it("docs/invariants.md accounts for each number from 1 to 19 once", () => {
  const numbers = new Set(rows.map(({ id }) => Number.parseInt(id?.slice(1) ?? "", 10)));
  expect([...numbers].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 19 }, (_, i) => i + 1));
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

function byId(a: { readonly id?: string | undefined }, b: { readonly id?: string | undefined }): number {
  return (a.id ?? "") < (b.id ?? "") ? -1 : 1;
}
