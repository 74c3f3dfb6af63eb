import type { Command } from "commander";
import {
  bookChannelCosts,
  bookForwards,
  commandsOf,
  compareEquity,
  type EquityCompared,
  type LightningNode,
} from "#lightning";
import { requireNode, requireOperations } from "./node-show.ts";
import { JSON_OPTION, type Json, print, printJson, printTable } from "./output.ts";
import { printBalances } from "./own-money.ts";
import { commandLog, type Session, withDatabase, withNodeIfRunning } from "./session.ts";

/** What the node itself says about the operator's money. */
export function addEquityNodeCommands(equity: Command): void {
  equity
    .command("compare")
    .description(
      "compare the books with what the node holds, explain the difference, and say what books it; status 1 when " +
        "something is to be booked, 2 when more than a small difference has no explanation; changes nothing",
    )
    .option(...JSON_OPTION)
    .action((options: Json) =>
      withDatabase((session) => withNodeIfRunning(session, (node) => compare(session, node, options))),
    );
  equity
    .command("routing-income")
    .description("record what the node says that it earned by forwarding and that is not booked; safe to repeat")
    .action(() => withDatabase((session) => withNodeIfRunning(session, (node) => recordRouting(session, node))));
}

type Recording = Pick<Session, "db" | "batch" | "clock" | "random">;

const STATUS: Readonly<Record<EquityCompared["verdict"], number>> = { ok: 0, warning: 1, wrong: 2 };

export async function compare(
  { db }: Pick<Session, "db">,
  node: LightningNode | undefined,
  { json }: Json,
): Promise<void> {
  const compared = await compareEquity({ db, node: requireNode(node) });
  const parts = compared.parts.map((part) => ({ ...part, commands: part.commands.map(withProgram) }));
  if (json) printJson({ ...compared, parts });
  else printCompared(compared);
  process.exitCode = STATUS[compared.verdict];
}

function withProgram(command: string): string {
  return `leyden ${command}`;
}

function printCompared({ books, node, difference, parts, isQuiet }: EquityCompared): void {
  const row = (what: string, { channels, chain }: EquityCompared["difference"]) => ({
    msats: what,
    channels: String(channels),
    chain: String(chain),
    together: String(channels + chain),
  });
  printTable([row("the books say", books), row("the node holds", node), row("difference", difference)], "");
  const { opening, closing, outgoingHtlcs, commitFees } = node.balances;
  print(
    `Of what the node has in channels ${opening} msats are in opens, ${closing} in closes and sweeps, ` +
      `${outgoingHtlcs} in HTLCs that it offered, ${commitFees} kept for the fees of closing.`,
  );
  if (!isQuiet) print("The books changed while the node was asked: run it again when less is under way.");
  print("");
  printTable(
    parts.map(({ kind, explains, says }) => ({
      part: kind,
      channels: String(explains.channels),
      chain: String(explains.chain),
      says,
    })),
    "Books and node agree.",
  );
  const commands = commandsOf(parts);
  if (commands.length > 0) print("\nWhat books it, once you know that it is so:");
  for (const command of commands) print(`  ${withProgram(command)}`);
}

/** `leyden equity chain-cost --measured`. */
export async function recordMeasured(
  session: Recording,
  node: LightningNode | undefined,
  options: { readonly despiteOwn: boolean },
): Promise<void> {
  const operations = requireOperations(node);
  const { booked, young, unsaid } = await bookChannelCosts({ ...session, operations }, options);
  printTable(
    booked.map(({ reason, cost, moved }) => ({
      transaction: reason,
      "cost in msats": String(cost),
      "into channels": String(moved),
    })),
    "No transaction is to be booked.",
  );
  if (young.length > 0) print(`${young.length} are not deep enough in the chain: run this again later.`);
  for (const txid of unsaid) print(`The node does not say what ${txid} cost: \`leyden equity compare\`.`);
  if (unsaid.length > 0) print("They are named each time, also after you have booked their cost: book it once.");
  await printBalances(session);
}

/** `leyden equity routing-income`. */
export async function recordRouting(session: Recording, node: LightningNode | undefined): Promise<void> {
  const log = commandLog();
  const { earned, count } = await bookForwards({ ...session, log, operations: requireOperations(node) });
  print(count === 0 ? "Nothing was earned that is not booked." : `Recorded ${earned} msats of ${count} forwards.`);
  await printBalances(session);
}
