import { bytesToHex } from "@noble/hashes/utils.js";
import { listForeign } from "#lightning";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { readRestore } from "#restore";
import { importPromised } from "#service/import-journal.ts";
import { pays } from "#slices/lightning/testing/fake-plan.harness.ts";
import type { Flow } from "../flow.harness.ts";
import type { Row } from "../judge-facts.harness.ts";
import { followGuide, lastStep, type Told } from "./guide.harness.ts";
import { beginLife, type Life, type Living } from "./life.harness.ts";
import { paidFor, type Thing } from "./thing.harness.ts";

const MINUTE = 60_000;

/** How things of a flow are made. */
export type Maker<L extends Living> = {
  readonly living: L;
  readonly thing: (life: Life<L>, n: number) => Promise<Thing>;
};

/** What a row of the table says that can be seen from outside. */
export type SeenRow = Pick<
  Row,
  "copy" | "later" | "noticed" | "waits" | "end" | "paid" | "captured" | "refunded" | "byHand"
>;

type One = { readonly row: Row; readonly thing: Thing; hasPosted: boolean; moved: boolean; noticed: Row["noticed"] };

/**
 * One installation with a thing for each of these rows. It is copied when each is in the state of the copy, goes on
 * until each is in its later state, and gets its copy back. Returns what became of them, and what is not as it should
 * be.
 */
export async function live<L extends Living>(
  database: () => DatabaseUnderTest,
  { living, thing }: Maker<L>,
  { flow, rows, journal }: { readonly flow: Flow; readonly rows: readonly Row[]; readonly journal: Row["journal"] },
): Promise<{ readonly seen: readonly SeenRow[]; readonly troubles: readonly string[] }> {
  const life: Life<L> = Object.assign(await beginLife(database, living), living);
  const all: One[] = [];
  for (const [n, row] of rows.entries())
    all.push({ row, thing: await thing(life, n), hasPosted: false, moved: false, noticed: "nothing left" });
  for (const one of all) await go(one, flow, undefined, one.row.copy);
  await life.take();
  for (const one of all) {
    const [before, cards] = [await life.head(), JSON.stringify(one.thing.atProcessor?.())];
    await go(one, flow, one.row.copy, one.row.later);
    one.hasPosted = (await life.head()) > before;
    one.moved = JSON.stringify(one.thing.atProcessor?.()) !== cards;
  }
  await life.putBack();
  living.world.node.plan = pays();
  const called = living.world.node.requests.length;

  const restore = await life.start();
  const waiting = new Set((await readRestore(life)).waiting.map(({ id }) => id));
  const foreign = (await listForeign(life.db)).map(({ amount }) => amount);
  const waits: Row["waits"][] = [];
  for (const one of all) {
    one.noticed =
      one.hasPosted && restore?.cause === "book_went_back"
        ? "ledger"
        : foreign.includes(one.thing.amount) && restore !== undefined
          ? "node"
          : one.moved
            ? "processor"
            : "nothing left";
    const id = await one.thing.id();
    const mayWait = one.noticed === "nothing left" ? "until the comparison" : "no";
    waits.push(restore === undefined ? mayWait : id !== undefined && waiting.has(id) ? "yes" : "no");
  }

  const explorer = all[0]?.thing.explorer;
  const credited = async () => {
    const ids = await Promise.all(all.map(async ({ thing: it }) => (it.wasCredited?.() ? await it.id() : undefined)));
    return ids.filter((id) => id !== undefined);
  };
  const asked = { journal, knows: (hash: string) => ownerOf(life, all, hash), credited, explorer };
  const told: Told[] = [];
  const follow = async () => {
    if (restore !== undefined) told.push(await followGuide(life, asked));
    await life.later(1_000); // an authorization is given up after two minutes
    for (let minute = 0; minute < 6; minute += 1) await life.later(2 * MINUTE);
    if (restore === undefined && journal === "whole") {
      const { imported } = await importPromised(life.commands, life.place);
      told.push({ imported, assigned: new Map(), onchain: new Set() });
    }
  };
  await follow();
  const inFlight = await Promise.all(all.map((one) => tell(life, one, { called, told })));
  for (const { paymentHash, status } of living.world.node.paying.attempts)
    if (status.kind === "in_flight") living.world.node.paying.settle(paymentHash);
  await life.due();
  await follow();
  if (restore !== undefined) await lastStep(life);
  for (const { thing: it } of all) await it.finish?.();
  for (let minute = 0; minute < 3; minute += 1) await life.later(2 * MINUTE);

  const seen: SeenRow[] = [];
  const troubles: string[] = [];
  for (const [n, one] of all.entries()) {
    const { row, thing: it, noticed } = one;
    const last = await tell(life, one, { called, told });
    const id = await it.id();
    const isSaid = journal === "none" && it.wasCredited?.() === true && row.copy !== row.later;
    const isDecided = isSaid || told.some(({ onchain }) => id !== undefined && onchain.has(id));
    const byHand = (it.isByHand?.() ?? false) || assignedOf(life, it, told) !== undefined || isDecided;
    const hasWaited = inFlight[n]?.startsWith("waits") && !byHand && isProved(last);
    const end = (hasWaited ? inFlight[n] : undefined) ?? last;
    const { copy, later } = row;
    const wallet = { captured: 0, refunded: end.startsWith("failed by") ? 1 : 0 }; // the wallet is looked at below
    const outside = { paid: (await it.paid?.()) ?? paidFor(life, it.amount), ...(it.atProcessor?.() ?? wallet) };
    seen.push({ copy, later, noticed, waits: waits[n] ?? "no", end, ...outside, byHand });
  }
  troubles.push(...(await life.troubles()));
  for (const { row, thing: it } of all)
    for (const trouble of await it.comeAgain(row.end)) troubles.push(`${titleOf(row)}: ${trouble}`);
  for (const trouble of await life.troubles()) troubles.push(`at the end: ${trouble}`);
  return { seen, troubles };
}

/** What was in flight has ended since. */
const isProved = (end: string) => end.includes("by the node's proof");

const titleOf = ({ copy, later }: Row) => `${copy} -> ${later}`;

/** From one state to another, by each between them. */
async function go({ thing }: One, { paths }: Flow, from: string | undefined, to: string): Promise<void> {
  const path = paths.find((one) => one.includes(to) && (from === undefined || one.includes(from))) ?? [];
  const begin = from === undefined ? 0 : path.indexOf(from) + 1;
  for (const state of path.slice(begin, path.indexOf(to) + 1)) if (state !== "absent") await thing.reach(state);
}

const hashesOf = ({ world }: Living, { amount }: Thing) =>
  world.node.paying.attempts.filter((one) => one.amount === amount).map(({ paymentHash }) => bytesToHex(paymentHash));

function ownerOf(life: Life, all: readonly One[], hash: string) {
  return all.find(({ thing }) => hashesOf(life, thing).includes(hash))?.thing.owner();
}

function assignedOf(life: Life, thing: Thing, told: readonly Told[]) {
  const hashes = hashesOf(life, thing);
  return told.flatMap(({ assigned }) => hashes.map((hash) => assigned.get(hash))).find((one) => one !== undefined);
}

type Read = { readonly called: number; readonly told: readonly Told[] };

async function tell(life: Life, { row, thing }: One, { called, told }: Read): Promise<string> {
  const sent = life.world.node.requests
    .slice(called)
    .filter(({ paymentHash }) => hashesOf(life, thing).includes(bytesToHex(paymentHash)));
  const hashes = hashesOf(life, thing);
  const isOf = (detail: string) => hashes.some((hash) => detail.includes(hash));
  return await thing.tell({
    copy: row.copy,
    sent: sent.length,
    assigned: assignedOf(life, thing, told),
    wasImported: told.some(({ imported }) => imported.some((one) => one.outcome === "done" && isOf(one.detail))),
  });
}
