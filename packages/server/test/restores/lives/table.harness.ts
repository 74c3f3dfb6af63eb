import { describe, expect, it } from "vitest";
import { type DatabaseUnderTest, onDatabase } from "#platform/database/testing/database.harness.ts";
import { FLOWS } from "../flow.harness.ts";
import { allRows } from "../judge.harness.ts";
import type { Row } from "../judge-facts.harness.ts";
import type { Living } from "./life.harness.ts";
import { live, type Maker, type SeenRow } from "./live.harness.ts";

type Begin<L extends Living> = (database: () => DatabaseUnderTest) => Promise<Maker<L>>;

const rows = allRows();

/**
 * Every row of a flow, on real databases: one for all states that are noticed in the same way, with the same journal.
 * Where nothing is noticed the journal is imported, and nothing else of the guide is followed.
 */
export function livesOf<L extends Living>(name: string, begin: Begin<L>, isTried = (_: Row) => true): void {
  const flow = FLOWS.find((one) => one.name === name);
  if (flow === undefined) throw new Error(`there is no flow ${name}`);
  const isGuided = ({ noticed }: Row) => noticed === "ledger" || noticed === "node";
  const all = rows.filter((row) => row.flow === name && isTried(row) && (isGuided(row) || row.journal === "whole"));
  const groups = Object.groupBy(all, (row) =>
    isGuided(row) ? `noticed by the ${row.noticed}, journal ${row.journal}` : "no restore is opened",
  );
  describe(name, () => {
    for (const [title, group = []] of Object.entries(groups))
      onDatabase(title, (database) => {
        it("is as the table says", async () => {
          const journal = group[0]?.journal ?? "none";
          const { seen, troubles } = await live(database, await begin(database), { flow, rows: group, journal });
          expect({ seen, troubles }).toEqual({ seen: group.map(seenOf), troubles: [] });
        });
      });
  });
}

function seenOf({ copy, later, noticed, waits, end, paid, captured, refunded, byHand }: Row): SeenRow {
  return { copy, later, noticed, waits, end, paid, captured, refunded, byHand };
}
