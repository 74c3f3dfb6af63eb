import type { Lab, LabStatus } from "@leyden/regtest";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Command } from "commander";
import { InvalidInput } from "#kernel/errors.ts";
import { parseMsats } from "#kernel/money.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { decodeInvoice, type Invoice } from "#protocol/bolt11.ts";
import { ProtocolError } from "#protocol/protocol-error.ts";
import { print, printJson, printTable } from "./output.ts";
import { requireRunning } from "./session.ts";

/** The other people of the test network, and its chain: they do what you ask them to. */
export function addLabCommands(program: Command): void {
  const lab = program.command("lab").description("the embedded Lightning network: its merchant, blocks and addresses");
  lab
    .command("pay <invoice>")
    .description("have the merchant pay an invoice")
    .option("--amount <msats>", "for an invoice without an amount")
    .option("--json", "print JSON")
    .action((invoice: string, { amount, json }: { amount?: string; json?: true }) =>
      withLab(async (world) => {
        requireInvoice(invoice, amount);
        const outcome = await world.pay(invoice, amount === undefined ? undefined : parseMsats(amount));
        if (json) printJson(outcome);
        if (outcome.kind === "settled" && !json) print(`Paid. The route took ${outcome.feeMsats} msats.`);
        if (outcome.kind !== "settled") throw notPaid(outcome);
      }),
    );
  lab
    .command("invoice <msats>")
    .description("have the merchant make an invoice")
    .option("--description <text>", "what it is for", "Something from the merchant")
    .option("--hold", "its payment stays pending until `lab settle` or `lab fail`")
    .action((amount: string, { description, hold = false }: { description: string; hold?: boolean }) =>
      withLab(async (world) => print(await world.invoice(parseMsats(amount, "msats"), description, { hold }))),
    );
  for (const { name, does, done } of ENDS)
    lab
      .command(`${name} <invoice>`)
      .description(`have the merchant ${does} the payment of an invoice that was made with --hold`)
      .action((invoice: string) =>
        withLab(async (world) => {
          if (!(await world[name](hashOf(invoice)))) throw notHeld();
          print(done);
        }),
      );
  lab
    .command("mine [blocks]")
    .description("mine blocks now")
    .option("--address <address>", "who gets the reward")
    .action((blocks: string | undefined, { address }: { address?: string }) =>
      withLab(async (world) => {
        const height = await world.mine(blockCount(blocks ?? "1"), address).catch((error: Error) => {
          throw error.name === "ChainError"
            ? new InvalidInput("--address", `was refused by the chain: ${error.message}`)
            : error;
        });
        print(`The chain has ${height} blocks.`);
      }),
    );
  lab
    .command("status")
    .description("show the chain's RPC, the nodes and their channels: what another Lightning program needs to join")
    .option("--json", "print JSON")
    .action(({ json }: { json?: true }) =>
      withLab(async (world) => {
        const status = await world.status();
        if (json) printJson(status);
        else printStatus(status);
      }),
    );
}

/** How the merchant ends a payment that it holds. */
const ENDS = [
  { name: "settle", does: "take", done: "Settled: the payment completes." },
  { name: "fail", does: "refuse", done: "Failed: the payment goes back to its sender." },
] as const;

async function withLab(work: (lab: Lab) => Promise<void>): Promise<void> {
  const { network } = requireRunning();
  if (network === undefined)
    throw new OperatorError(
      "the node of this installation is your own: there is no test network beside it",
      "An installation without a node of your own starts the test network.",
    );
  const { openLab } = await import("@leyden/regtest");
  await work(openLab(network));
}

/** @throws {InvalidInput} when it is none. */
function readInvoice(text: string): Invoice {
  try {
    return decodeInvoice(text);
  } catch (error) {
    if (error instanceof ProtocolError) throw new InvalidInput("invoice", `is not a BOLT11 invoice: ${error.message}`);
    throw error;
  }
}

function hashOf(invoice: string): string {
  return bytesToHex(readInvoice(invoice).paymentHash);
}

function notHeld(): OperatorError {
  return new OperatorError(
    "the merchant holds no payment of this invoice",
    "It must be made with `lab invoice <msats> --hold`, and be paid first.",
  );
}

/** @throws {InvalidInput} when the merchant could not even try. */
function requireInvoice(text: string, amount: string | undefined): void {
  const invoice = readInvoice(text);
  if ((invoice.amount === undefined) !== (amount !== undefined))
    throw new InvalidInput("--amount", "is for an invoice without an amount, and only for one");
}

function notPaid(outcome: Exclude<Awaited<ReturnType<Lab["pay"]>>, { kind: "settled" }>): OperatorError {
  switch (outcome.kind) {
    case "failed":
      return new OperatorError(
        `the payment failed: ${outcome.reason}`,
        "`npm run leyden -- lab status` shows the channels.",
      );
    case "not_sent":
      return new OperatorError(
        `the merchant did not pay: ${outcome.reason}`,
        "Make a new invoice: this one has expired or was tried before.",
      );
    case "in_flight":
      return new OperatorError("the payment is still under way", "Look at the charge: it may complete any moment.");
  }
}

const BLOCKS_MAX = 1_000;

function blockCount(text: string): number {
  const blocks = /^[0-9]{1,4}$/.test(text) ? Number(text) : 0;
  if (blocks < 1 || blocks > BLOCKS_MAX)
    throw new InvalidInput("blocks", `must be a whole number from 1 to ${BLOCKS_MAX}`);
  return blocks;
}

function printStatus({ chain, merchantAddress, nodes }: LabStatus): void {
  print(
    `Chain      regtest, ${chain.blocks} blocks; RPC ${chain.url}, user and password as \`user:password\` in ${chain.cookieFile}`,
  );
  print(`Merchant   ${merchantAddress}`);
  for (const { name, nodeId, peerAddress, balances, channels } of nodes) {
    print(`\n${name}  ${nodeId}@${peerAddress}  on-chain ${balances.onchainMsats} msats`);
    printTable(
      channels.map(({ peer, capacitySats, usable, sendableMsats, receivableMsats }) => ({
        channelWith: nodes.find((node) => node.nodeId === peer)?.name ?? peer,
        capacitySats,
        usable: usable ? "yes" : "no",
        canSendMsats: sendableMsats,
        canReceiveMsats: receivableMsats,
      })),
      "It has no channel.",
    );
  }
}
