import type { Command } from "commander";
import { resumeSending } from "#ledger";
import { adoptPayment, listForeign, reconcileNode } from "#lightning";
import { endRestore, listHeldAmounts } from "#payments";
import { OperatorError } from "#platform/operator-error.ts";
import { audit } from "./money.ts";
import { print, printTable } from "./output.ts";
import { bytes32 } from "./payments.ts";
import { withDatabase, withNodeIfRunning } from "./session.ts";

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
          paymentHash: hex(paymentHash),
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
    .action(({ reason }: { reason: string }) =>
      withDatabase(async (session) => {
        const results = await withNodeIfRunning(session, async (node) => {
          if (node === undefined)
            throw new OperatorError(
              "the Lightning node is not running",
              "Start it with `npm start`, then run this in another terminal.",
            );
          return await reconcileNode({ ...session, node, heldAmounts: () => listHeldAmounts(session.db) }, { reason });
        });
        for (const { payment, outcome } of results)
          print(`${hex(payment.paymentHash)}  ${payment.amount} msats  ${OUTCOMES[outcome]}`);
        const held = results.filter(({ outcome }) => outcome === "held").length;
        if (held > 0)
          throw new OperatorError(
            `${held} payments of the node may be payments of yours that are held after the restore`,
            "Decide about those first: `npm run leyden -- payment list --open`, then `payment end` or `payment release`.",
          );
        const { ok, lines } = await audit(session);
        for (const line of lines) print(line);
        if (!ok) throw new OperatorError("the audit is not green", "Sending stays paused. Read the lines above.");
        await resumeSending(session, "foreign_payments");
        await endRestore(session.db);
        print("Every foreign payment is explained. Wallets keep their money: what the node paid is your loss.");
        print("Payments that were pending at a restore wait for you: `npm run leyden -- payment list --open`.");
      }),
    );
}

const OUTCOMES = {
  booked: "booked as your loss",
  failed: "failed at the node, nothing to book",
  held: "not booked: a held payment has the same amount",
  open: "still under way at the node; booked when it has its outcome",
} as const;

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
