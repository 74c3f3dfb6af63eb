import type { Command } from "commander";
import { addressOfOwn, connectNode } from "#adapters/lightning/choose.ts";
import { InvalidInput } from "#kernel/errors.ts";
import { parseMsats } from "#kernel/money.ts";
import { type LightningNode, listFormerNodes, SETTLEMENT_KINDS, type SettlementKind, settleFormer } from "#lightning";
import { OperatorError } from "#platform/operator-error.ts";
import { listPendingCharges, type PendingCharge } from "#receiving";
import { replaceAsShown, type ShownReplacement, showReplacement } from "#service/replace-node.ts";
import { readRunning } from "#supervisor/run-file.ts";
import { JOURNAL_OPTION, placeOf } from "./import-journal.ts";
import { JSON_OPTION, type Json, print, printJson, printTable } from "./output.ts";
import { type Session, withDatabase } from "./session.ts";

type ReplaceOptions = {
  readonly reason?: string;
  readonly confirmed?: true;
  readonly althoughInvoicesAreOpen?: true;
  readonly journal?: readonly string[];
};

/** Another node in the place of the service's, and what is left at the former ones. */
export function addReplaceCommands(node: Command): void {
  node
    .command("replace")
    .description("put the node of LEYDEN_NODE in the place of the service's; shows both first, and changes nothing")
    .option("--reason <text>", "why it is replaced; it is recorded")
    .option("--confirmed", "do what was shown: the former node does not come back")
    .option("--although-invoices-are-open", "the former node is lost; or who pays it for a wallet is not credited")
    .option(...JOURNAL_OPTION)
    .action((options: ReplaceOptions) =>
      withDatabase((session) => withNewNode(session, (found) => replace(session, found, options))),
    );
  const former = node.command("former").description("nodes that were replaced: what is in limbo there");
  former
    .command("list", { isDefault: true })
    .description("list them, with what is in limbo, and what of that pending payments may have taken")
    .option(...JSON_OPTION)
    .action((options: Json) => withDatabase((session) => listFormer(session, options)));
  former
    .command("settle <node> <msats>")
    .description("record what became of money of a former node; nothing is sent")
    .requiredOption("--as <what>", WHATS)
    .requiredOption("--reason <text>", "how you know, such as the id of the transaction; it is recorded")
    .action((nodeId: string, text: string, { as, reason }: { as: string; reason: string }) =>
      withDatabase((session) => settle(session, { nodeId, text, as, reason })),
    );
}

const WHATS =
  "`to_chain`: it came into the wallet of the new node; `to_node`: into its channels; `counted`: it was in the new " +
  "node before that took its place; `chain_cost`: miners took it; `loss`: it does not come back";

/** The node of the settings, which need not be the one of this service. */
async function withNewNode<T>(
  { config, clock, db }: Pick<Session, "config" | "clock" | "db">,
  work: (node: LightningNode) => Promise<T>,
): Promise<T> {
  if (readRunning(config.dataDir) !== undefined)
    throw new OperatorError(
      `the service runs, and its node is in use; ${openOf(await listPendingCharges(db))}; nothing was changed`,
      "Stop it, set LEYDEN_NODE and its credential to the new node, then run this again.",
    );
  const address = addressOfOwn(config);
  if (address === undefined)
    throw new OperatorError(
      "no node is named that could take the place of the one of this service; nothing was changed",
      "Set LEYDEN_NODE and its credential to the new node, then run this again.",
    );
  const node = connectNode(address, clock);
  try {
    return await work(node);
  } finally {
    await node.close();
  }
}

function openOf(charges: readonly PendingCharge[]): string {
  if (charges.length === 0) return "none of its invoices is open";
  const last = Math.max(...charges.map(({ expiresAt }) => expiresAt.getTime()));
  return `${charges.length} of its invoices are open, the last until ${new Date(last).toISOString()}`;
}

/** Shows what would be done, and does it when that is confirmed. */
export async function replace(
  session: Session,
  node: LightningNode,
  { reason, confirmed, althoughInvoicesAreOpen, journal }: ReplaceOptions,
): Promise<void> {
  const shown = await showReplacement(session, { node, place: placeOf(session, journal) });
  const isSame = shown.former.nodeId === shown.successor.info.nodeId;
  if (isSame && shown.former.formerIds.length > 0)
    return print(`The node ${shown.former.nodeId} is the service's already. Nothing was changed.`);
  if (!isSame) for (const line of linesOf(shown, session.clock.now())) print(line);
  if (!isSame && confirmed === undefined) {
    print("");
    return print(`Nothing was changed. ${HOW_TO_GO_ON}`);
  }
  if (reason === undefined) throw new InvalidInput("--reason", "is required: say why the node is replaced");
  const yes = { instanceId: session.installation, reason, althoughInvoicesAreOpen: althoughInvoicesAreOpen === true };
  const outcome = await replaceAsShown(session, shown, yes);
  print("");
  print(
    outcome === "known"
      ? "It was replaced meanwhile. Nothing was changed."
      : "The node is replaced. Start the service; `npm run leyden -- node former list` shows what is in limbo.",
  );
}

const HOW_TO_GO_ON = "Is all of this right, and does the former node stay away: add --confirmed.";

/** More payments than these are counted alone. */
const SHOWN_MAX = 20;

function linesOf(
  { former, successor, limbo, payments, charges, onchain, earlier }: ShownReplacement,
  now: Date,
): readonly string[] {
  const sum = (amounts: readonly { readonly amount: bigint }[]) =>
    amounts.reduce((all, { amount }) => all + amount, 0n);
  const left = payments.filter(({ mayHaveLeft }) => mayHaveLeft);
  const others = payments.length - left.length;
  return [
    "The former node:",
    `  node      ${former.nodeId} on ${former.network}, the service's since ${former.boundAt.toISOString()}`,
    `  holds     ${limbo} msats by the books: they are in limbo from then on, neither sold nor sent`,
    `  payments  ${left.length} over ${sum(left)} msats were ordered there and have no end: they stay reserved, and you end each`,
    ...left
      .slice(0, SHOWN_MAX)
      .map(({ id, amount, feeLimit, state }) => `            ${id}  ${amount} msats, fee up to ${feeLimit}, ${state}`),
    ...(others === 0 ? [] : [`            ${others} more never left, and go on with the new node`]),
    ...chargeLines(charges, sum(charges), now),
    ...onchainLines(onchain, sum(onchain)),
    "The new node, with what it holds as your own money and what it did as its past:",
    ...successor.shown.map((line) => `  ${line}`),
    ...(earlier === undefined
      ? []
      : [
          `The journal tells that it took this place at ${earlier.at.toISOString()}, and the database went back since:`,
          "the same is written again, as of then. What it did since then is no past of it.",
        ]),
  ];
}

function chargeLines(charges: readonly PendingCharge[], sum: bigint, now: Date): readonly string[] {
  if (charges.length === 0) return ["  invoices  none is open"];
  const payable = charges.map(({ expiresAt }) => expiresAt).filter((expiresAt) => expiresAt > now);
  const last = payable.reduce((latest, at) => (at > latest ? at : latest), now);
  const others = charges.length - payable.length;
  return [
    `  invoices  ${charges.length} over ${sum} msats are unpaid: they expire here, and no wallet gets what is paid for them there`,
    ...(payable.length === 0
      ? []
      : [`            ${payable.length} can be paid until ${last.toISOString()}, while that node runs`]),
    ...(others === 0 ? [] : [`            ${others} had expired before that node was asked, and may have been paid`]),
  ];
}

/** Nothing where no payment to an address of the chain is under way. */
function onchainLines(onchain: ShownReplacement["onchain"], sum: bigint): readonly string[] {
  if (onchain.length === 0) return [];
  return [
    `  on-chain  ${onchain.length} over ${sum} msats are under way: the new node publishes the same transactions, and the chain ends them`,
    ...onchain.slice(0, SHOWN_MAX).map(({ id, amount, txid }) => `            ${id}  ${amount} msats, ${txid}`),
  ];
}

async function listFormer({ db }: Session, { json }: Json): Promise<void> {
  const nodes = await listFormerNodes(db);
  const rows = nodes.map(({ nodeId, boundAt, replacedAt, limbo, pending, reason }) => ({
    nodeId,
    boundAt: boundAt.toISOString(),
    replacedAt: replacedAt.toISOString(),
    limboMsats: String(limbo),
    pendingMsats: String(pending),
    reason,
  }));
  if (json) printJson(rows);
  else printTable(rows, "No node was replaced.");
}

type Settle = { readonly nodeId: string; readonly text: string; readonly as: string; readonly reason: string };

async function settle(session: Session, { nodeId, text, as, reason }: Settle): Promise<void> {
  if (!isKind(as)) throw new InvalidInput("--as", `must be one of ${SETTLEMENT_KINDS.join(", ")}`);
  const amount = parseMsats(text, "msats");
  const outcome = await settleFormer(session, { nodeId, kind: as, amount, reason });
  print(
    outcome === "known"
      ? "The same was recorded before, in the same words. Nothing was changed."
      : `Recorded ${amount} msats as ${as}.`,
  );
  const left = (await listFormerNodes(session.db)).find((former) => former.nodeId === nodeId)?.limbo ?? 0n;
  print(`${left} msats are in limbo there.`);
}

function isKind(text: string): text is SettlementKind {
  return (SETTLEMENT_KINDS as readonly string[]).includes(text);
}
