import { bytesToHex } from "@noble/hashes/utils.js";
import type { Command } from "commander";
import { adoptPayment, listForeign } from "#lightning";
import { print, printTable } from "./output.ts";
import { bytes32 } from "./payments.ts";
import { addReconcileCommand } from "./reconcile.ts";
import { withDatabase } from "./session.ts";

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
  addReconcileCommand(program);
}
