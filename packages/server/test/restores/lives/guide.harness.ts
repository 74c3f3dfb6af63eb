import { bytesToHex } from "@noble/hashes/utils.js";
import { bookAsLoss } from "#lightning";
import { OperatorError } from "#platform/operator-error.ts";
import {
  type Assigned,
  assignPayment,
  assignTransaction,
  fitOf,
  type Imported,
  isUnpaid,
  readRestore,
  type Waiting,
} from "#restore";
import { importJournal } from "#service/import-journal.ts";
import { readLeft } from "#service/left-since.ts";
import { reconcile } from "#service/reconcile.ts";
import { releaseAfterRestore } from "#service/release-after-restore.ts";
import { recordForeignPayments } from "#service/worker.ts";
import type { Life } from "./life.harness.ts";

const MINUTE = 60_000;
const REASON = "the copy of the night";

/** What the operator knows without the program: of nothing in the copy, it was this. */
export type Knows = (hash: string) => Assigned | "loss" | undefined;

/** Which transaction pays an address, as an explorer of the chain shows it; undefined: none. */
export type Explorer = (address: string) => string | undefined;

/** What the program did, and what it read. */
export type Told = {
  readonly imported: readonly Imported[];
  /** What was decided about payments of the node, by their hash. */
  readonly assigned: ReadonlyMap<string, Assigned | "loss">;
  /** Purchases to addresses of the chain about which was decided. */
  readonly onchain: ReadonlySet<string>;
};

type Followed = {
  readonly journal: "whole" | "none";
  readonly knows: Knows;
  /** Purchases that their persons took into the own wallets, as their projects say; absent: none. */
  readonly credited?: () => Promise<readonly string[]>;
  readonly explorer?: Explorer | undefined;
};

/** Follows "After a restore" of docs/operate.md by what its commands say. Can be called again, as they can. */
export async function followGuide(life: Life, { journal, knows, credited, explorer }: Followed): Promise<Told> {
  const imported: Imported[] = [];
  const assigned = new Map<string, Assigned | "loss">();
  const onchain = new Set<string>();
  const release = async (unpublished: readonly string[]) =>
    await releaseAfterRestore(life.commands, {
      reason: REASON,
      unpublished,
      credited: journal === "whole" ? [] : await listCredited(life, credited),
      place: journal === "whole" ? life.place : { folders: [], installation: life.place.installation },
      despite: { node: false, journal: false },
    });
  for (let pass = 0; pass < 4; pass += 1) {
    if (journal === "whole") imported.push(...(await bringBack(life)));
    await release([]);
    await life.later(2 * MINUTE);
    await life.later(2 * MINUTE);
    const decided = await decide(life, knows);
    for (const [hash, to] of decided) assigned.set(hash, to);
    await release([]); // what the processor has said since may have shown a transaction
    for (const id of await decideOnChain(life, { explorer, release })) onchain.add(id);
    await life.later(2 * MINUTE);
    const { waiting } = await readRestore(life.commands);
    if (decided.size === 0 && waiting.length === 0) break;
  }
  return { imported, assigned, onchain };
}

/** "Purchases taken into the own wallet": those that wait. */
async function listCredited(life: Life, credited: Followed["credited"]): Promise<readonly string[]> {
  const waiting = new Set((await readRestore(life.commands)).waiting.map(({ id }) => id));
  return ((await credited?.()) ?? []).filter((id) => waiting.has(id));
}

type OnChain = Pick<Followed, "explorer"> & { readonly release: (unpublished: readonly string[]) => Promise<unknown> };

/**
 * "Addresses of the chain after a restore": each address that `restore status` shows is looked at in an explorer. What
 * waits for the processor's word is not decided. Returns the purchases about which was decided.
 */
async function decideOnChain(life: Life, { explorer, release }: OnChain): Promise<readonly string[]> {
  const shown = (await readRestore(life.commands)).waiting.flatMap(({ onchain }) => onchain ?? []);
  const unpublished: string[] = [];
  const paid: string[] = [];
  for (const purchase of shown) {
    if (isUnpaid(purchase) || explorer === undefined) continue;
    const txid = explorer(purchase.destination);
    if (txid === undefined) unpublished.push(purchase.id);
    else {
      await assignTransaction(life.commands, { txid, purchase: purchase.id, reason: REASON });
      paid.push(purchase.id);
    }
  }
  if (unpublished.length > 0) await release(unpublished);
  return [...unpublished, ...paid];
}

/** Steps 1 and 2. */
async function bringBack(life: Life): Promise<readonly Imported[]> {
  await recordForeignPayments(life.commands, false);
  const { report } = await readLeft(life.commands, life.place);
  if (!report.isWhole) throw new Error("the journal is not whole");
  return (await importJournal(life.commands, life.place)).imported;
}

/** Step 4: what still waits, by what `restore status` shows. */
async function decide(life: Life, knows: Knows): Promise<ReadonlyMap<string, Assigned | "loss">> {
  const decided = new Map<string, Assigned | "loss">();
  const { waiting, unexplained } = await readRestore(life.commands);
  for (const { paymentHash, amount } of unexplained) {
    const hash = bytesToHex(paymentHash);
    if ((await life.world.node.lookupOutgoing(paymentHash)).kind !== "settled") continue; // refused until it has ended
    const fitting = (as: "certain" | "possible") => waiting.filter((one) => fitOf(one, { paymentHash, amount }) === as);
    const certain = fitting("certain");
    if (certain.some(({ kind }) => kind === "payment")) continue; // it ends by the node's word
    const fits = certain.length > 0 ? certain : fitting("possible");
    if (fits.length > 1) throw new Error(`${hash} may be each of ${fits.map(({ id }) => id).join(" ")}`);
    const to = fits[0] === undefined ? knows(hash) : assignedTo(fits[0]);
    if (to === undefined) continue;
    if (await assign(life, { paymentHash, to })) decided.set(hash, to);
  }
  return decided;
}

function assignedTo({ kind, id }: Waiting): Assigned {
  return { kind, id };
}

/** False: it was refused, and can be tried later. */
async function assign(
  life: Life,
  { paymentHash, to }: { readonly paymentHash: Uint8Array; readonly to: Assigned | "loss" },
): Promise<boolean> {
  try {
    if (to === "loss") await bookAsLoss(life.commands, { paymentHash, reason: REASON });
    else await assignPayment(life.commands, { paymentHash, to, reason: REASON, insteadOfLoss: false });
    return true;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return false;
  }
}

/** Step 7. */
export async function lastStep(life: Life): Promise<void> {
  await reconcile(life.commands, {
    reason: REASON,
    requireJournal: async () => undefined,
    booked: () => undefined,
    isWhole: async () => true,
  });
}
