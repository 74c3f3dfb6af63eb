import { bytesToHex } from "@noble/hashes/utils.js";
import type { Command } from "commander";
import { listPauses } from "#ledger";
import { adoptPayment, listForeign, type Reconciled } from "#lightning";
import { OperatorError } from "#platform/operator-error.ts";
import { reconcile } from "#service/reconcile.ts";
import { audit } from "./money.ts";
import { print, printTable } from "./output.ts";
import { bytes32 } from "./payments.ts";
import { commandLog, type Session, withDatabase, withNodeIfRunning } from "./session.ts";

/** Payments that the node made and that no payment of ours explains. */
export function addNodeCommands(program: Command): void {
  const node = program.command("node").description("the Lightning node and what it did without us");
  node
    .command("foreign")
    .description("list payments of the node that no payment of ours explains and that are not booked")
    .action(() =>
      withDatabase(async ({ db }) => {
        const foreign = await listForeign(db);
        const rows = foreign.map(({ paymentHash, amount, foundAt, reason }) => ({
          paymentHash: bytesToHex(paymentHash),
          msats: String(amount),
          foundAt: foundAt.toISOString(),
          adopted: reason,
        }));
        printTable(rows, "Every payment of the node is ours.");
      }),
    );
  node
    .command("adopt <hash>")
    .description("adopt a payment that the node made without us: it is booked as your loss when it has its outcome")
    .requiredOption("--reason <text>", "why it was made; it is recorded")
    .action((hash: string, { reason }: { reason: string }) =>
      withDatabase(async (session) => {
        await adoptPayment(session, { paymentHash: bytes32("hash", hash), reason });
        print(`Payment ${hash} is adopted. \`npm run leyden -- reconcile --reason …\` books it.`);
      }),
    );
  addReconcile(program);
}

function addReconcile(program: Command): void {
  program
    .command("reconcile")
    .description(
      "book what the node paid without us (after a restore) as your loss, audit, and let payments go out again",
    )
    .requiredOption("--reason <text>", "what happened; it is recorded with every booking")
    .option("--mine", "you made all of them yourself and nothing was restored: what is on hold goes on")
    .option("--decided <hash...>", "payments that are nothing that still waits: book them although their amount fits")
    .action(({ reason, mine, decided = [] }: { reason: string; mine?: true; decided?: readonly string[] }) =>
      withDatabase(async (session) => {
        const { results, lift } = await withNodeIfRunning(session, async (node) => {
          if (node === undefined)
            throw new OperatorError(
              "the Lightning node is not running",
              "Start it with `npm start`, then run this in another terminal.",
            );
          return await reconcile(
            { ...session, node, log: commandLog() },
            {
              reason,
              mine,
              decided: decided.map((hash) => bytes32("hash", hash)),
              booked: printBooked,
              isWhole: () => isAuditGreen(session),
            },
          );
        });
        const onHold = results.filter(({ outcome }) => outcome === "on_hold").length;
        if (onHold > 0)
          throw new OperatorError(
            `${onHold} payments of the node may be what something paid that waits for the restore`,
            "Decide about those first: `npm run leyden -- restore status` shows them. One that was nothing of what still waits: --decided <hash>.",
          );
        if (lift === "not_over")
          throw new OperatorError("the audit is not green", "Sending stays paused. Read the lines above.");
        if (lift === "set_again")
          throw new OperatorError(
            "more foreign payments were found meanwhile",
            "Sending stays paused. `npm run leyden -- node foreign` lists them; then run this again.",
          );
        print("Every foreign payment is explained. Wallets keep their money: what the node paid is your loss.");
        if ((await listPauses(session.db)).some(({ kind }) => kind === "restore"))
          print("Payments that were pending at a restore wait for you: `npm run leyden -- payment list --pending`.");
      }),
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
