import { bytesToHex } from "@noble/hashes/utils.js";
import type { Command } from "commander";
import { InvalidInput } from "#kernel/errors.ts";
import { acceptPast, adoptPayment, findPast, listForeign } from "#lightning";
import { addNodeShowCommand } from "./node-show.ts";
import { print, printTable } from "./output.ts";
import { bytes32 } from "./payments.ts";
import { addReconcileCommand } from "./reconcile.ts";
import { addReplaceCommands } from "./replace-node.ts";
import { type Session, withDatabase } from "./session.ts";

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
  node
    .command("adopt <hash>")
    .description("adopt a payment that the node made without us: it is booked as your loss when it has its outcome")
    .requiredOption("--reason <text>", "why it was made; it is recorded")
    .action((hash: string, { reason }: { reason: string }) =>
      withDatabase(async (session) => {
        await adoptPayment(session, { paymentHash: bytes32("hash", hash), reason });
        print(`Payment ${hash} is adopted. The service books it as your loss when it has its outcome.`);
      }),
    );
  node
    .command("accept-past")
    .description(
      "say that what a node has before its first start is your own: money, channels, payments, paid invoices",
    )
    .option("--show", "only show what the last start found")
    .option("--reason <text>", "why it is your own; it is recorded")
    .action((options: { show?: true; reason?: string }) => withDatabase((session) => answerPast(session, options)));
  addReplaceCommands(node);
  addReconcileCommand(program);
}

async function answerPast(session: Session, { show, reason }: { show?: true; reason?: string }): Promise<void> {
  if (show !== undefined) {
    const found = await findPast(session.db);
    if (found === undefined) return print("No start has found a node with a past.");
    print(`Found at ${found.foundAt.toISOString()}:`);
    for (const line of found.shown) print(`  ${line}`);
    const said = found.acceptedAt && `You said yes at ${found.acceptedAt.toISOString()}: ${found.reason}`;
    return print(said ?? 'Is all of this your own: `npm run leyden -- node accept-past --reason "…"`.');
  }
  if (reason === undefined) throw new InvalidInput("--reason", "is required: say why it is your own, or take --show");
  for (const line of (await acceptPast(session, { reason })).shown) print(`  ${line}`);
  print("It is recorded that this is your own. `npm start` connects the node, and books what it holds as your money.");
}
