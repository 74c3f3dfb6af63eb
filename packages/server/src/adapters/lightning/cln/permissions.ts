import { type CredentialLines, type LackingRight, NodeUnavailable, type Permissions } from "#lightning";
import { readRune } from "./credential.ts";
import { CommandFailed, Refused } from "./errors.ts";
import { NOT_PERMITTED, unmetIn } from "./runes.ts";
import type { Caller } from "./transport.ts";

type Question = { readonly command: string; readonly params?: object };
type Needed = Question & Pick<LackingRight, "stops"> & { readonly for: LackingRight["neededFor"] };

const HOLDINGS = "the comparison of the node with the books, `audit`, `node show`, `equity compare`";
const LOOK = "every look at how the node is: the service is never ready";

const service = (command: string, stops: string, params?: object): Needed => ({
  command,
  stops,
  for: "service",
  ...(params && { params }),
});
const operator = (command: string, stops: string): Needed => ({ command, stops, for: "operator" });

/** What the adapter calls, and what for. Those with parameters are allowed with these alone in the rune of the docs. */
const NEEDED: readonly Needed[] = [
  service("getinfo", LOOK),
  service("listpeerchannels", LOOK),
  service("listclosedchannels", "incidents of closes, `payment end`"),
  service("listfunds", HOLDINGS),
  service("invoice", "charges, and payments to Lightning addresses"),
  service("listinvoices", "the look-up of charges"),
  service("delinvoice", "cancelling charges", { label: "x", status: "unpaid" }),
  service("waitanyinvoice", "receipts"),
  service("xpay", "payments"),
  service("listsendpays", "payments, and their look-up: one without an answer stays pending"),
  service("listpays", "the look-up of payments: one without an answer stays pending"),
  service("wait", "outcomes as they happen: each is found later"),
  operator("staticbackup", "the copies of the channel backup"),
  operator("listforwards", "`equity routing-income`, and that routing has earned something"),
  operator("listchainmoves", "`equity compare`, `equity chain-cost --measured`"),
];
const ASKING = "checkrune";

/** It is to delete nothing that was paid. */
const OF_DELINVOICE = ["method/delinvoice", "pnamestatus=unpaid", "pnamestatus=expired"];

/** The same rune stands in docs/nodes/cln.md. */
export const REMAKE: CredentialLines = {
  service: runeLine(NEEDED.filter((one) => one.for === "service")),
  commands: runeLine(NEEDED),
};

function runeLine(needed: readonly Question[]): string {
  const methods = [...needed.map(({ command }) => command), ASKING].map((command) => `method=${command}`);
  return `lightning-cli createrune -k restrictions='${JSON.stringify([methods, OF_DELINVOICE])}'`;
}

/**
 * What moves, signs away or hides money, gives more power, or stops what protects channels, and is never called; what
 * is worst first (doc/schemas of Core Lightning v26.06).
 */
const DANGEROUS: readonly Question[] = [
  ...["withdraw", "multiwithdraw", "txsend", "txprepare", "sendpsbt", "signpsbt", "fundchannel", "multifundchannel"],
  ...["close", "pay", "keysend", "xkeysend", "renepay", "sendpay", "sendonion", "injectpaymentonion", "sendinvoice"],
  ...["delpay", "delforward", "autoclean-once", "datastore", "deldatastore", "createrune", "blacklistrune"],
  ...["exposesecret", "makesecret", "signmessage", "signinvoice", "plugin", "reckless", "setconfig", "stop"],
  ...["splicein", "spliceout", "splice_init", "openchannel_init", "fundchannel_start", "setchannel", "upgradewallet"],
  ...["recover", "emergencyrecover", "recoverchannel", "dev-forget-channel", "disconnect"],
].map((command) => ({ command }));
const DELETING_PAID: Question = { command: "delinvoice", params: { label: "x", status: "paid" } };
/** common/jsonrpc_errors.h: not authorized, not permitted, blacklisted. */
const REFUSED_CODES: readonly number[] = [1_501, NOT_PERMITTED, 1_503];

/** @throws {NodeUnavailable} */
export async function readPermissions(caller: Caller, credentialFile: string): Promise<Permissions> {
  const rune = await readRune(credentialFile);
  const may = ({ command: method, params }: Question) =>
    isPermitted(caller, { rune, method, ...(params && { params }) });
  try {
    const lacking: LackingRight[] = [];
    for (const one of NEEDED)
      if (!(await may(one))) lacking.push({ name: one.command, neededFor: one.for, stops: one.stops });
    const needless: string[] = [];
    for (const one of [...DANGEROUS, ...othersIn(rune)]) if (await may(one)) needless.push(one.command);
    if (await may(DELETING_PAID)) needless.push("delinvoice of paid invoices");
    return { lacking, needless, remake: REMAKE };
  } catch (error) {
    if (error instanceof Refused && error.why === "permission")
      return { lacking: [], needless: [], isHidden: true, remake: REMAKE };
    throw error;
  }
}

/** Before the restrictions, which are clear text (lightning-createrune(7)). */
const CODE_BYTES = 32;
const METHOD = /(?:^|[&|])method=([a-z0-9_-]+)/g;

/** Commands that the rune names itself, and that are neither needed nor in the list. */
function othersIn(rune: string): readonly Question[] {
  const known = new Set([...NEEDED, ...DANGEROUS, { command: ASKING }].map(({ command }) => command));
  const text = Buffer.from(rune, "base64url").subarray(CODE_BYTES).toString("utf8");
  const named = new Set([...text.matchAll(METHOD)].map(([, command = ""]) => command));
  return [...named].filter((command) => !known.has(command)).map((command) => ({ command }));
}

async function isPermitted({ call }: Caller, question: object): Promise<boolean> {
  try {
    return (await call(ASKING, question))["valid"] === true;
  } catch (error) {
    if (!(error instanceof CommandFailed) || !REFUSED_CODES.includes(error.code)) throw error;
    if (unmetIn(error.message) !== "rate") return false;
    throw new NodeUnavailable("the rune allows so few calls in a time that it cannot be asked what it may do", {
      cause: error,
      why: "limited",
    });
  }
}
