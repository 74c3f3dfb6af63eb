import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FLOWS, pairsOf } from "./flow.harness.ts";
import { allRows } from "./judge.harness.ts";
import type { Row } from "./judge-facts.harness.ts";
import { REQUIRED } from "./required.harness.ts";
import { SITUATIONS } from "./situations.harness.ts";

const rows = allRows();
const titleOf = ({ flow, copy, later, journal }: Row) => `${flow}: ${copy} -> ${later}, journal ${journal}`;
const where = (is: (row: Row) => boolean) => rows.filter(is).map(titleOf);

it("covers every pair of states of every flow", () => {
  for (const flow of FLOWS) {
    const known = new Set(flow.states.map(({ state }) => state));
    for (const path of flow.paths) for (const state of path) expect(known).toContain(state);
    expect(pairsOf(flow).length).toBeGreaterThanOrEqual(flow.states.length);
  }
  expect(rows.length).toBeGreaterThan(300);
});

it("pays nothing twice, captures and gives back nothing twice, and never both pays and gives back", () => {
  expect(where(({ paid }) => paid > 1)).toEqual([]);
  expect(where(({ captured }) => captured > 1)).toEqual([]);
  expect(where(({ refunded }) => refunded > 1)).toEqual([]);
  expect(where(({ paid, refunded }) => paid > 0 && refunded > 0)).toEqual([]);
  expect(where(({ end }) => end.startsWith("SENT AGAIN"))).toEqual([]);
});

it("notices everything that has left or moved, and holds nothing where nothing has", () => {
  for (const row of rows) {
    const isSame = row.copy === row.later;
    if (isSame) expect([titleOf(row), row.noticed]).toEqual([titleOf(row), "nothing left"]);
    if (row.noticed === "nothing left") expect(row.waits).toBe("until the comparison");
  }
  const unnoticed = rows.filter(({ copy, later, noticed }) => copy !== later && noticed === "nothing left");
  // what moved no money, and what the processor has done follows what it says
  expect([...new Set(unnoticed.map(({ flow, copy, later }) => `${flow}: ${copy} -> ${later}`))].sort()).toEqual(
    UNNOTICED,
  );
});

/** No money moved in between; what left is nothing that the node or the processor knows, or is bound in the copy. */
const UNNOTICED = [
  "charge: absent -> expired",
  "charge: absent -> pending",
  "charge: pending -> expired",
  "invoice of a static charge: absent -> expired",
  "invoice of a static charge: absent -> pending",
  "invoice of a static charge: pending -> expired",
  "payment to an address or LNURL: resolving -> ready",
  "purchase on-chain: absent -> quoted",
  "purchase on-chain: absent -> requires_payment",
  "purchase on-chain: captured -> on_hold",
  "purchase on-chain: quoted -> requires_payment",
  "purchase on-chain: written -> published",
  "purchase over Lightning: absent -> requires_payment",
  "withdrawal request: absent -> given_back",
  "withdrawal request: absent -> open",
  "withdrawal request: open -> given_back",
];

it("asks the operator less with a journal than without", () => {
  const byHand = (journal: Row["journal"]) => rows.filter((row) => row.journal === journal && row.byHand).length;
  expect(byHand("whole")).toBeLessThan(byHand("none"));
  expect(
    where(
      ({ flow, journal, byHand: is }) =>
        flow.startsWith("payment to") && !flow.includes("e-mail") && journal === "whole" && is,
    ),
  ).toEqual([]);
});

it("follows what was published on the chain, and asks the operator where nobody shows anything", () => {
  const held = rows.filter(({ flow, command }) => flow === "purchase on-chain" && command !== "restore release");
  const isPublished = ({ later }: Row) => later === "published" || later === "completed";
  const asked = held.filter(({ command }) => command.includes("--unpublished"));
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((row) => isPublished(row) || !row.byHand)).toEqual([]);
  const followed = rows.filter(
    (row) => row.flow === "purchase on-chain" && isPublished(row) && row.noticed === "ledger",
  );
  expect(followed.length).toBeGreaterThan(20);
  expect(followed.filter(({ paid, refunded }) => paid !== 1 || refunded !== 0)).toEqual([]);
});

it("brings what was taken into the own wallet there once, also where it left from there", () => {
  const taken = rows.filter(({ later }) => later === "credited" || later === "spent");
  expect(taken.filter(({ journal, command }) => journal === "whole" && command === "restore import")).toHaveLength(10);
  expect(taken.filter(({ command }) => command.includes("--credited"))).toHaveLength(8);
  expect(taken.filter(({ paid, refunded }) => paid !== 1 || refunded !== 0)).toEqual([]);
});

it.each(SITUATIONS)("$title", ({ got, wanted }) => {
  expect(got()).toEqual(wanted);
});

it.each(REQUIRED)("names a test that is there for $row", ({ file, test }) => {
  expect(readFileSync(join(import.meta.dirname, "../../../..", file), "utf8")).toContain(`("${test}",`);
});

it("names a test for each row that is asked for", () => {
  for (const row of ASKED) expect(REQUIRED.map((one) => one.row)).toContain(row);
});

/** Beside the pairs of states. */
const ASKED = [
  "loss of one payment",
  "both back",
  "failover while running",
  "node away at the start",
  "journal whole",
  "journal missing",
  "journal torn",
  "journal of another machine",
  "journal older than its rotation",
  "second restore",
  "copy older than 30 days",
  "old service still alive",
  "failed then sent again",
  "two candidates of one amount",
  "transaction that the wallet cannot name",
];
