import type { Permissions } from "#lightning";
import { readRune } from "./credential.ts";
import { CommandFailed, Refused } from "./errors.ts";
import type { Caller } from "./transport.ts";

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
  { command: "listforwards", for: "operator" },
  { command: "listchainmoves", for: "operator" },
];
/** What moves or hides money, or gives more power, and is never called. */
const DANGEROUS: readonly string[] = [
  ...["withdraw", "txsend", "sendpsbt", "fundchannel", "close", "pay", "keysend", "sendpay", "sendonion"],
  ...["delpay", "datastore", "createrune", "exposesecret", "plugin", "setconfig", "stop"],
];
const NOT_PERMITTED: readonly number[] = [1_501, 1_502, 1_503];
/** Undefined where the rune may not ask. */
export async function readPermissions(caller: Caller, credentialFile: string): Promise<Permissions | undefined> {
  const rune = await readRune(credentialFile);
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
