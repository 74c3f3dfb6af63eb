import { bytesToHex } from "@noble/hashes/utils.js";
import type { Command } from "commander";
import { type LightningNode, type ShownNode, showNode } from "#lightning";
import { OperatorError } from "#platform/operator-error.ts";
import { JSON_OPTION, type Json, print, printJson, printTable } from "./output.ts";
import { withDatabase, withNodeIfRunning } from "./session.ts";

export function addNodeShowCommand(node: Command): void {
  node
    .command("show", { isDefault: true })
    .description("the node: its channels with their HTLCs, what it holds, what it can send and receive now")
    .option(...JSON_OPTION)
    .action((options: Json) => withDatabase((session) => withNodeIfRunning(session, (found) => show(found, options))));
}

/** @throws {OperatorError} when no node runs, or it shows no channels. */
export async function show(node: LightningNode | undefined, { json }: Json): Promise<void> {
  const shown = await showNode(requireNode(node), requireOperations(node));
  if (json) printJson(jsonOf(shown));
  else printNode(shown);
}

export function requireNode(node: LightningNode | undefined): LightningNode {
  if (node === undefined)
    throw new OperatorError(
      "the Lightning node is not running",
      "Start it with `npm start`, then run this in another terminal.",
    );
  return node;
}

export function requireOperations(node: LightningNode | undefined) {
  const { operations } = requireNode(node);
  if (operations === undefined)
    throw new OperatorError(
      "this backend manages its channels by itself and does not show them",
      "`npm run leyden -- status` says how the node is.",
    );
  return operations;
}

/** Hashes in hexadecimal, amounts as decimal strings of msats. */
export function jsonOf({ channels, ...shown }: ShownNode) {
  return {
    ...shown,
    channels: channels.map(({ htlcs, ...channel }) => ({
      ...channel,
      htlcs: htlcs.map(({ paymentHash, ...htlc }) => ({
        paymentHash: paymentHash && bytesToHex(paymentHash),
        ...htlc,
      })),
    })),
  };
}

function printNode({ info, balances, sendable, receivable, channels }: ShownNode): void {
  const { nodeId, network, version, synced, knowsGraph, blockHeight } = info;
  const program = version === undefined ? "" : `, ${version}`;
  print(`Node ${nodeId} on ${network}${program}`);
  print(`Block ${blockHeight}${synced ? "" : "; IT DOES NOT FOLLOW THE CHAIN YET"}`);
  if (knowsGraph === false) print("IT HAS NOT HEARD YET WHICH CHANNELS OTHERS HAVE: IT MAY FIND NO WAY");
  print(`Can send ${sendable.all} msats now, ${sendable.largest} of them in one channel.`);
  print(`Can receive ${receivable.all} msats now, ${receivable.largest} of them in one channel.`);
  print(
    `Holds in msats: ${balances.channels} in open channels, ${balances.outgoingHtlcs} in HTLCs that it offered, ` +
      `${balances.onchain} on the chain, ${balances.commitFees} for the fees of closing.`,
  );
  if (balances.reserve > 0n)
    print(`Keeps ${balances.reserve} msats on the chain for the channels: they are neither sent nor sold.`);
  print(`Pending in msats: ${balances.opening} in channels that open, ${balances.closing} in channels that close.`);
  print("");
  printTable(channels.map(rowOf), "It has no channels.");
  printHtlcs(channels, blockHeight);
  printSweeps(channels);
}

function printHtlcs(channels: ShownNode["channels"], blockHeight: number): void {
  const htlcs = channels.flatMap((channel) => channel.htlcs.map((htlc) => ({ ...htlc, channel })));
  if (htlcs.length === 0) return;
  print("");
  printTable(
    htlcs
      .toSorted((a, b) => a.expiresAtBlock - b.expiresAtBlock)
      .map(({ paymentHash, isOutgoing, amount, expiresAtBlock, onChain, channel }) => ({
        "last block": String(expiresAtBlock),
        "blocks left": String(Math.max(0, expiresAtBlock - blockHeight)),
        HTLC: isOutgoing ? "offered" : "received",
        msats: String(amount),
        "payment hash": paymentHash && bytesToHex(paymentHash),
        "output on the chain": onChain?.outpoint,
        channel: channel.point,
      })),
    "",
  );
}

/** Outputs of closes that the node has not brought into its wallet yet. */
function printSweeps(channels: ShownNode["channels"]): void {
  if (channels.some(({ sweeps }) => sweeps === "not_allowed"))
    print("\nWhich outputs are not swept yet the credential may not ask: `leyden doctor` names the right.");
  const rows = channels.flatMap(({ point, sweeps }) =>
    typeof sweeps !== "object" ? [] : sweeps.map((sweep) => ({ ...sweep, point })),
  );
  if (rows.length === 0) return;
  print("");
  printTable(
    rows.map(({ outpoint, amount, satsPerVbyte, attempts, spendableAtBlock, point }) => ({
      "not swept yet": outpoint,
      msats: String(amount),
      "spendable at": spendableAtBlock === undefined ? undefined : `block ${spendableAtBlock}`,
      tried: `${attempts} times`,
      "sat/vB": String(satsPerVbyte),
      channel: point,
    })),
    "",
  );
}

function rowOf(channel: ShownNode["channels"][number]) {
  const { state, isActive, isPrivate, isForced, htlcs, spendableAtBlock } = channel;
  return {
    state: isForced ? `${state} (forced)` : state,
    active: state === "open" ? yesOrNo(isActive) : undefined,
    private: yesOrNo(isPrivate),
    capacity: String(channel.capacity),
    local: String(channel.local),
    remote: String(channel.remote),
    "can send": String(channel.sendable),
    "can receive": String(channel.receivable),
    HTLCs: String(htlcs.length),
    "spendable at": spendableAtBlock === undefined ? undefined : `block ${spendableAtBlock}`,
    peer: channel.peer,
    channel: channel.point,
  };
}

function yesOrNo(is: boolean): string {
  return is ? "yes" : "no";
}
