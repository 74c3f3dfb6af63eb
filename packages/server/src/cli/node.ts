import { bytesToHex } from "@noble/hashes/utils.js";
import type { Command } from "commander";
import { listForeign } from "#lightning";
import { addAdoptCommand } from "./adopt.ts";
import { addNodeShowCommand } from "./node-show.ts";
import { printTable } from "./output.ts";
import { addReconcileCommand } from "./reconcile.ts";
import { addReplaceCommands } from "./replace-node.ts";
import { withDatabase } from "./session.ts";

/** The node, and payments that it made and that no payment of ours explains. */
export function addNodeCommands(program: Command): void {
  const node = program.command("node").description("the Lightning node and what it did without us");
  addNodeShowCommand(node);
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
  addAdoptCommand(node);
  addReplaceCommands(node);
  addReconcileCommand(program);
}
