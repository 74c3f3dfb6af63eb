import type { CredentialLines, LackingRight, Permissions } from "#lightning";
import { toBase64 } from "./answers.ts";
import type { Connections } from "./connections.ts";
import { readMacaroon } from "./credential.ts";
import { Refusal } from "./errors.ts";
import { opsOf } from "./macaroon.ts";
import { NEEDLESS, type Right } from "./needless.ts";

type Needed = Right & Pick<LackingRight, "stops">;

const LN = "/lnrpc.Lightning/";
const ROUTER = "/routerrpc.Router/";
const WALLET = "/walletrpc.WalletKit/";

const HOLDINGS = "the comparison of the node with the books, `audit`, `node show`, `equity compare`";
const TO_CHAIN = "payments to addresses of the chain, `onchain bump`";

const right = (name: string, need: string, stops: string): Needed => ({ name, needs: [need], stops });

/** What the adapter calls, by what needs it. */
export const NEEDED = {
  service: [
    right(`${LN}GetInfo`, "info:read", "every call of the node"),
    right(`${LN}ChannelBalance`, "offchain:read", HOLDINGS),
    right(`${LN}WalletBalance`, "onchain:read", HOLDINGS),
    right(`${LN}PendingChannels`, "offchain:read", `starts, \`status\`, ${HOLDINGS}`),
    right(`${LN}ListChannels`, "offchain:read", "every look at how the node is: the service is never ready"),
    right(`${LN}ClosedChannels`, "offchain:read", "incidents of closes, `payment end`, `equity chain-cost --measured`"),
    right(`${LN}AddInvoice`, "invoices:write", "charges, and payments to Lightning addresses"),
    right(`${LN}LookupInvoice`, "invoices:read", "the look-up of charges"),
    right(`${LN}ListInvoices`, "invoices:read", "receipts of the time before a start, `audit`"),
    right(`${LN}SubscribeInvoices`, "invoices:read", "receipts"),
    right("/invoicesrpc.Invoices/CancelInvoice", "invoices:write", "cancelling charges"),
    right(`${LN}ListPayments`, "offchain:read", "the search for payments of others, `reconcile`, `audit`"),
    right(`${ROUTER}SendPaymentV2`, "offchain:write", "payments"),
    right(`${ROUTER}TrackPaymentV2`, "offchain:read", "the look-up of payments: one without an answer stays pending"),
    right(`${ROUTER}TrackPayments`, "offchain:read", "outcomes as they happen: each is found later"),
    right(`${ROUTER}EstimateRouteFee`, "offchain:read", "saying that a fee limit was too low"),
  ],
  onchain: [
    right(`${WALLET}FundPsbt`, "onchain:write", TO_CHAIN),
    right(`${WALLET}FinalizePsbt`, "onchain:write", TO_CHAIN),
    right(`${WALLET}PublishTransaction`, "onchain:write", TO_CHAIN),
    right(`${WALLET}ListLeases`, "onchain:read", TO_CHAIN),
    right(`${WALLET}ReleaseOutput`, "onchain:write", TO_CHAIN),
    right(`${LN}EstimateFee`, "onchain:read", TO_CHAIN),
    right(`${WALLET}EstimateFee`, "onchain:read", TO_CHAIN),
    right(`${LN}GetTransactions`, "onchain:read", `${TO_CHAIN}, \`equity compare\`, \`equity chain-cost --measured\``),
  ],
  operator: [
    right(`${LN}ExportAllChannelBackups`, "offchain:read", "the copies of the channel backup"),
    right(`${LN}ForwardingHistory`, "offchain:read", "`equity routing-income`, and that routing has earned something"),
    right(`${WALLET}PendingSweeps`, "onchain:read", "saying what of a forced close is not swept yet, `node show`"),
    right(`${LN}CheckMacaroonPermissions`, "macaroon:read", "this line of `doctor`"),
  ],
} as const satisfies Readonly<Record<LackingRight["neededFor"], readonly Needed[]>>;

const ALL: readonly Needed[] = Object.values(NEEDED).flat();
const ASKING = `${LN}CheckMacaroonPermissions`;

/** A root key of its own lets an operator withdraw this macaroon alone. The same stands in docs/nodes/lnd.md. */
export const REMAKE: CredentialLines = {
  service: bakeLine([...NEEDED.service, ...NEEDED.onchain, { name: ASKING }]),
  commands: bakeLine(ALL),
};

function bakeLine(rights: readonly Pick<Right, "name">[]): string {
  const uris = rights.map(({ name }) => `uri:${name}`);
  return `lncli bakemacaroon --root_key_id 1 --save_to leyden.macaroon ${uris.join(" ")}`;
}

/** @throws {NodeUnavailable} */
export async function readPermissions(connections: Connections, credentialFile: string): Promise<Permissions> {
  const bytes = Buffer.from(await readMacaroon(credentialFile), "hex");
  const macaroon = toBase64(bytes);
  const may = (one: Right) => isAllowed(connections, macaroon, one);
  if (!(await mayAsk(may))) return { lacking: [], needless: [], isHidden: true, remake: REMAKE };
  const lacking: LackingRight[] = [];
  for (const neededFor of ["service", "onchain", "operator"] as const)
    for (const one of NEEDED[neededFor])
      if (!(await may(one))) lacking.push({ name: one.name, neededFor, stops: one.stops });
  const needless: string[] = [];
  for (const one of [...NEEDLESS, ...othersIn(bytes)]) if (await may(one)) needless.push(one.name);
  return { lacking, needless, remake: REMAKE };
}

async function mayAsk(may: (one: Right) => Promise<boolean>): Promise<boolean> {
  try {
    return await may({ name: ASKING, needs: ["macaroon:read"] });
  } catch (error) {
    if (error instanceof Refusal && error.why === "permission") return false;
    throw error;
  }
}

/**
 * What else stands in the macaroon: a call that is neither needed nor in the list, or a kind of permission, which
 * allows more calls than those that are needed.
 */
function othersIn(macaroon: Uint8Array): readonly Right[] {
  const known = new Set([...ALL, ...NEEDLESS].map(({ name }) => name));
  return opsOf(macaroon).flatMap(({ entity, action }): Right | readonly Right[] => {
    if (entity !== CALL) return { name: `${entity}:${action}`, needs: [`${entity}:${action}`] };
    return known.has(action) ? [] : { name: action, needs: [`${CALL}:${action}`] };
  });
}

/** Of a permission for one call alone. */
const CALL = "uri";
/** gRPC: what LND answers where something is not allowed. */
const INVALID_ARGUMENT = 3;

/** LND answers with an error that something is not allowed. @throws {NodeUnavailable} where it does not say. */
async function isAllowed(connections: Connections, macaroon: string, { name, needs }: Right): Promise<boolean> {
  const permissions = needs.map((need) => {
    const [entity, action] = need.split(":");
    return { entity, action };
  });
  const body = { macaroon, permissions, fullMethod: name };
  try {
    const { valid } = await connections.ask({ method: "POST", path: "/v1/macaroon/checkpermissions", body });
    return valid === true;
  } catch (error) {
    if (error instanceof Refusal && error.code === INVALID_ARGUMENT) return false;
    throw error;
  }
}
