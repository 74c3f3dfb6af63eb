import { bytesToHex } from "@noble/hashes/utils.js";
import type { Command } from "commander";
import { InvalidInput } from "#kernel/errors.ts";
import { uuid } from "#kernel/ids.ts";
import { findClosure, listPauses } from "#ledger";
import { bookAsLoss, findForeign, type LightningNode, type Reconciled, setAside } from "#lightning";
import { OperatorError } from "#platform/operator-error.ts";
import {
  ASSIGNED_KINDS,
  type Assigned,
  assignPayment,
  assignTransaction,
  type Fit,
  findRestore,
  fitOf,
  paysAddress,
  readNodePayment,
  readRestore,
  type Waiting,
} from "#restore";
import { readLacking } from "#service/import-journal.ts";
import { reconcile } from "#service/reconcile.ts";
import { JOURNAL_OPTION, placeOf, printJournal } from "./import-journal.ts";
import { audit } from "./money.ts";
import { requireNode } from "./node-show.ts";
import { print } from "./output.ts";
import { bytes32 } from "./payments.ts";
import { commandLog, type Session, withDatabase, withNodeIfRunning } from "./session.ts";

type Options = {
  readonly reason: string;
  readonly mine?: true;
  readonly to?: string;
  readonly setAside?: true;
  readonly althoughItFits?: true;
  readonly althoughOthersFit?: true;
  readonly insteadOfLoss?: true;
  readonly althoughTheJournalIsNotWhole?: true;
  readonly journal?: readonly string[];
};

/** Says what the node's payments were that no payment of ours explains. */
export function addReconcileCommand(program: Command): void {
  program
    .command("reconcile [hash] [id]")
    .description(
      "say what a payment of the node was that no payment of ours explains (after a restore), or which purchase a transaction of its wallet has delivered; without a hash: book as your loss all that nothing that waits can be, audit, and let payments go out again",
    )
    .requiredOption("--reason <text>", "what happened, and how you know; it is recorded")
    .option(
      "--to <kind>",
      `it was that of this ${ASSIGNED_KINDS.join(", ")}, named by its id; or \`loss\`: of nothing here`,
    )
    .option("--set-aside", "it is in flight: provide for it as a loss, so that nothing waits for it")
    .option(
      "--although-it-fits",
      "for `--to loss` and `--set-aside`: something that waits fits it, and you know that it was not that",
    )
    .option(
      "--although-others-fit",
      "for `--to` something: something else that waits fits it too, and you know that it was not that; it cannot be undone",
    )
    .option("--instead-of-loss", "for `--to` something: it is booked as your loss, which is taken back")
    .option(...JOURNAL_OPTION)
    .option(
      "--although-the-journal-is-not-whole",
      "without a hash: what is missing of it may say what the payments were, and you do without it",
    )
    .option("--mine", "you made all of them yourself and nothing was restored: what is on hold goes on")
    .action((hash: string | undefined, id: string | undefined, options: Options) =>
      withDatabase((session) =>
        withNodeIfRunning(session, async (found) => {
          const node = requireNode(found);
          if (hash === undefined) await reconcileAll({ ...session, node }, options);
          else await decide({ ...session, node }, bytes32("hash", hash), id, options);
        }),
      ),
    );
}

type NodeSession = Session & { readonly node: LightningNode };

async function decide(session: NodeSession, paymentHash: Uint8Array, id: string | undefined, options: Options) {
  const { to, reason } = options;
  const deps = { ...session, log: commandLog() };
  const decision = { paymentHash, reason };
  if ((to === undefined) !== (options.setAside === true))
    throw new InvalidInput("--to", "must say what it was, or --set-aside be given");
  if (options.setAside) {
    await refuseFitting(session, paymentHash, options);
    await setAside(deps, decision);
    print("It is provided for as your loss. What it really cost is booked when it ends.");
    return;
  }
  if (to === "loss") return await toLoss(session, paymentHash, options);
  const kind = ASSIGNED_KINDS.find((known) => known === to);
  if (kind === undefined) throw new InvalidInput("--to", `must be one of ${ASSIGNED_KINDS.join(", ")}, loss`);
  if (id === undefined) throw new InvalidInput("id", `must name the ${kind}`);
  const target: Assigned = { kind, id: uuid("id", id) };
  if (kind === "purchase" && (await paysAddress(session, target.id)))
    return await toPurchase(session, bytesToHex(paymentHash), target.id, reason);
  const insteadOfLoss = options.insteadOfLoss === true;
  await refuseOthers(session, paymentHash, { target, isSure: options.althoughOthersFit === true, insteadOfLoss });
  await printEvidence(session, paymentHash, insteadOfLoss);
  const { outcome, paymentId, lent } = await assignPayment(deps, { paymentHash, to: target, reason, insteadOfLoss });
  print(
    outcome === "was_assigned"
      ? `It is payment ${paymentId} of this ${kind} already.`
      : `It is payment ${paymentId} now; the service books it in a moment. \`npm run leyden -- payment show ${paymentId}\` shows it.`,
  );
  if (lent > 0n)
    print(`The wallet lacked ${lent} msats: you lent them to it, and it pays them back by what it receives.`);
}

/** A transaction has delivered it. */
async function toPurchase(session: NodeSession, txid: string, purchase: string, reason: string): Promise<void> {
  const outcome = await assignTransaction({ ...session, log: commandLog() }, { txid, purchase, reason });
  print(
    outcome === "was_assigned"
      ? "It is the payment of this purchase already."
      : "It is the payment of this purchase now, and is followed to its end. Run `restore release` again.",
  );
}

/** What the node says, before anything is changed. */
async function printEvidence(session: NodeSession, paymentHash: Uint8Array, insteadOfLoss: boolean): Promise<void> {
  const foreign = await findForeign(session.db, paymentHash);
  if (foreign === undefined || ((foreign.isBooked || foreign.isSetAside) && !insteadOfLoss)) return;
  const { amount, fee, foundAt } = await readNodePayment(session, paymentHash, foreign, insteadOfLoss);
  print(`The node has settled ${amount} msats with a fee of ${fee}; it was found ${foundAt.toISOString()}.`);
}

type Fitting = Waiting & { readonly fit: Fit };

/** What waits and may be this payment of the node; nothing when that is decided, and not decided again. */
async function listFitting(
  session: NodeSession,
  paymentHash: Uint8Array,
  isDecidedAgain = false,
): Promise<readonly Fitting[]> {
  const foreign = await findForeign(session.db, paymentHash);
  if (foreign === undefined || foreign.isSelf) return [];
  if ((foreign.isBooked || foreign.isSetAside) && !isDecidedAgain) return [];
  const { waiting } = await readRestore(session);
  return waiting.flatMap((one) => {
    const fit = fitOf(one, foreign);
    return fit === undefined ? [] : [{ ...one, fit }];
  });
}

/** @throws {OperatorError} when it is certainly one of these, or may be and the operator does not say otherwise. */
function refuse(fitting: readonly Fitting[], isSure: boolean, advice: string): void {
  for (const { kind, id, state, fit } of fitting)
    print(`It ${fit === "certain" ? "is" : "may be"} ${kind} ${id} (${state}).`);
  if (fitting.some(({ fit }) => fit === "certain") || (fitting.length > 0 && !isSure))
    throw new OperatorError(
      "something that waits for the restore may be this payment; nothing was changed",
      `Was it one of those: \`reconcile <hash> --to <kind> <id>\`. ${advice}`,
    );
}

/** @throws {OperatorError} when something that waits was bound to it, or fits it and the operator does not say so. */
async function refuseFitting(session: NodeSession, paymentHash: Uint8Array, { althoughItFits }: Options) {
  const advice = "If you know that it was none of them, add --although-it-fits.";
  refuse(await listFitting(session, paymentHash), althoughItFits === true, advice);
}

/** The same of all but the one that the operator names: what is booked to the wrong one is not taken back from it. */
async function refuseOthers(
  session: NodeSession,
  paymentHash: Uint8Array,
  { target, isSure, insteadOfLoss }: Record<"isSure" | "insteadOfLoss", boolean> & { readonly target: Assigned },
): Promise<void> {
  const fitting = await listFitting(session, paymentHash, insteadOfLoss);
  const others = fitting.filter(({ kind, id }) => kind !== target.kind || id !== target.id);
  const advice = `It cannot be undone. If you know that it was ${target.kind} ${target.id}, add --although-others-fit.`;
  refuse(others, isSure, advice);
}

async function toLoss(session: NodeSession, paymentHash: Uint8Array, options: Options): Promise<void> {
  await refuseFitting(session, paymentHash, options);
  const { reason } = options;
  const outcome = await bookAsLoss(session, { paymentHash, reason });
  print(outcome === "booked" ? "Booked as your loss." : "It was booked before.");
}

async function reconcileAll(session: NodeSession, options: Options): Promise<void> {
  const { reason, mine, to, setAside: aside } = options;
  if (to !== undefined || aside) throw new InvalidInput("hash", "must name the payment of the node");
  await refuseTooEarly(session, mine === true);
  const { results, lift } = await reconcile(
    { ...session, log: commandLog() },
    {
      reason,
      mine,
      requireJournal: () => requireJournal(session, options),
      booked: printBooked,
      isWhole: () => isAuditGreen(session),
    },
  );
  const onHold = results.filter(({ outcome }) => outcome === "on_hold").length;
  if (onHold > 0)
    throw new OperatorError(
      `${onHold} payments of the node may be what something paid that waits for the restore`,
      "Decide about each: `npm run leyden -- restore status` shows them, and `reconcile <hash> --to <kind> <id>` says which it was.",
    );
  if (lift === "not_over")
    throw new OperatorError("the audit is not green", "Sending stays paused. Read the lines above.");
  if (lift === "set_again")
    throw new OperatorError(
      "more foreign payments were found meanwhile",
      "Sending stays paused. `npm run leyden -- node foreign` lists them; then run this again.",
    );
  const booked = results.filter(({ outcome }) => outcome === "booked");
  const lost = booked.reduce((sum, { payment }) => sum + payment.amount, 0n);
  print(`Every foreign payment is explained. ${booked.length} were booked as your loss now, of ${lost} msats.`);
  if ((await listPauses(session.db)).some(({ kind }) => kind === "restore"))
    print("Payments that were pending at a restore wait for you: `npm run leyden -- payment list --pending`.");
}

/** Causes of a restore that the operator may have been, with the node alone. */
const SIGNS_OF_THE_NODE: readonly string[] = ["foreign_payments", "lost_channels"];

/** @throws {OperatorError} when booking the rest as a loss, or as the operator's own, would pay something again. */
async function refuseTooEarly({ db }: NodeSession, mine: boolean): Promise<void> {
  const restore = await findRestore(db);
  if (mine && restore !== undefined && !SIGNS_OF_THE_NODE.includes(restore.cause))
    throw new OperatorError(
      "the ledger or the node lacks something that the service had seen: it went back, whoever made these payments",
      '`npm run leyden -- restore status` shows what waits. See "After a restore" in docs/operate.md.',
    );
  if (!mine && (await findClosure(db)) === "restoring")
    throw new OperatorError(
      restore?.importedAt === undefined
        ? "what left since the copy has not been brought back yet: what is booked as a loss now cannot come back"
        : "the restore has not been released yet",
      'First `npm run leyden -- restore import`, then `restore release --reason "…"`. See "After a restore" in docs/operate.md.',
    );
}

/** @throws {OperatorError} when a line that is missing may say what a payment of the node was. */
async function requireJournal(session: NodeSession, { journal, althoughTheJournalIsNotWhole }: Options): Promise<void> {
  if (althoughTheJournalIsNotWhole) return;
  const { report } = await readLacking(session, placeOf(session, journal));
  if (report.isWhole) return;
  printJournal(report);
  throw new OperatorError(
    "the journal is not whole: what is missing of it may say what these payments of the node were",
    "Look for the files first, on all machines and disks (--journal with their folders): `restore import` brings back what they have while the restore is open, and `reconcile <hash> --to …` afterwards. If they are lost for good, add --although-the-journal-is-not-whole: all that is not explained is your loss then.",
  );
}

function printBooked(results: readonly Reconciled[]): void {
  for (const { payment, outcome } of results)
    print(`${bytesToHex(payment.paymentHash)}  ${payment.amount} msats  ${OUTCOMES[outcome]}`);
}

async function isAuditGreen(session: Session): Promise<boolean> {
  const { isMoneyWhole, lines } = await audit(session);
  for (const line of lines) print(line);
  return isMoneyWhole;
}

const OUTCOMES = {
  booked: "booked as your loss",
  failed: "failed at the node, nothing to book",
  on_hold: "not booked: it may be what something paid that waits",
  ours: "a payment of ours has this hash, and ends by what the node says of it",
  open: "still under way at the node; booked when it has its outcome",
} as const;
