import { hexToBytes } from "@noble/hashes/utils.js";
import { msats } from "#kernel/money.ts";
import {
  type ChannelBackup,
  type NodeChannel,
  type NodeOperations,
  NodeUnavailable,
  type Permissions,
} from "#lightning";
import { bytesOf, textOf } from "../answers.ts";
import { type Channel, listChannels, localOf } from "./channels.ts";
import { type Caller, CommandFailed, Refused } from "./transport.ts";

type NeededFor = Permissions["lacking"][number]["neededFor"];

/** What the adapter calls, and what for. Those with parameters are allowed with these alone in the rune of the docs. */
const NEEDED: readonly { readonly command: string; readonly for: NeededFor; readonly params?: object }[] = [
  { command: "getinfo", for: "service" },
  { command: "listpeerchannels", for: "service" },
  { command: "listclosedchannels", for: "service" },
  { command: "listfunds", for: "service" },
  { command: "invoice", for: "service" },
  { command: "listinvoices", for: "service" },
  { command: "delinvoice", for: "service", params: { label: "x", status: "unpaid" } },
  { command: "waitanyinvoice", for: "service" },
  { command: "xpay", for: "service" },
  { command: "listsendpays", for: "service" },
  { command: "listpays", for: "service" },
  { command: "wait", for: "service" },
  { command: "staticbackup", for: "operator" },
  { command: "newaddr", for: "operator" },
];
/** What moves or hides money, or gives more power, and is never called. */
const DANGEROUS: readonly string[] = [
  ...["withdraw", "txsend", "sendpsbt", "fundchannel", "close", "pay", "keysend", "sendpay", "sendonion"],
  ...["delpay", "datastore", "createrune", "exposesecret", "plugin", "setconfig", "stop"],
];
const NOT_PERMITTED: readonly number[] = [1_501, 1_502, 1_503];
/** Of a static channel backup: its number, then the id of the channel (common/scb_wire.csv). */
const BACKUP_ID_BYTES = 8;
const CHANNEL_ID_BYTES = 32;

export function operationsAt(caller: Caller, rune: () => Promise<string>): NodeOperations {
  return {
    channels: async () => (await listChannels(caller)).map(nodeChannelOf),
    channelBackup: () => backUp(caller),
    permissions: () => readPermissions(caller, rune),
    newAddress: async () => textOf((await caller.call("newaddr", { addresstype: "bech32" }))["bech32"]),
  };
}

function nodeChannelOf(channel: Channel): NodeChannel {
  const { point, peer, phase, isActive, isPrivate, isForced, capacity, toUs, spendable, receivable, htlcs } = channel;
  return {
    point,
    peer,
    state: phase,
    isActive,
    isPrivate,
    isForced,
    capacity,
    local: channel.isResolved ? msats(0n) : localOf(channel),
    remote: msats(capacity > toUs ? capacity - toUs : 0n),
    sendable: spendable,
    receivable,
    htlcs,
    spendableAtBlock: undefined,
  };
}

/** What `recoverchannel` takes: JSON with a text for each channel. */
async function backUp(caller: Caller): Promise<ChannelBackup> {
  const [{ scb }, channels] = await Promise.all([caller.call("staticbackup"), listChannels(caller)]);
  if (!Array.isArray(scb)) throw new NodeUnavailable("the node answered no backup of channels");
  const texts = scb.map((one) => Buffer.from(bytesOf(one)).toString("hex"));
  const ids = new Set(texts.map(channelIdIn));
  return {
    bytes: new TextEncoder().encode(JSON.stringify({ scb: texts })),
    channels: channels.filter(({ id }) => ids.has(id)).map(({ point }) => point),
  };
}

function channelIdIn(text: string): string {
  return Buffer.from(hexToBytes(text).subarray(BACKUP_ID_BYTES, BACKUP_ID_BYTES + CHANNEL_ID_BYTES)).toString("hex");
}

/** Undefined where the rune may not ask. */
async function readPermissions(caller: Caller, readRune: () => Promise<string>): Promise<Permissions | undefined> {
  const rune = await readRune();
  const may = (method: string, params?: object) => isPermitted(caller, { rune, method, ...(params && { params }) });
  try {
    const lacking: Permissions["lacking"][number][] = [];
    for (const { command, for: neededFor, params } of NEEDED)
      if (!(await may(command, params))) lacking.push({ name: command, neededFor });
    const needless: string[] = [];
    for (const command of DANGEROUS) if (await may(command)) needless.push(command);
    return { lacking, needless };
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

async function isPermitted({ call }: Caller, question: object): Promise<boolean> {
  try {
    return (await call("checkrune", question))["valid"] === true;
  } catch (error) {
    if (error instanceof CommandFailed && NOT_PERMITTED.includes(error.code)) return false;
    throw error;
  }
}
