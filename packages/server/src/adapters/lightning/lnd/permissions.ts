import type { Permissions } from "#lightning";
import { toBase64 } from "./answers.ts";
import type { Connections } from "./connections.ts";
import { readMacaroon } from "./credential.ts";
import { Refusal } from "./errors.ts";

type Right = { readonly name: string; readonly needs: readonly string[] };

const LN = "/lnrpc.Lightning/";
const ROUTER = "/routerrpc.Router/";
const WALLET = "/walletrpc.WalletKit/";

const right = (name: string, ...needs: readonly string[]): Right => ({ name, needs });

/** What the adapter calls, by what needs it, each with the kinds of permission that LND wants for it. */
export const NEEDED = {
  service: [
    right(`${LN}GetInfo`, "info:read"),
    right(`${LN}ChannelBalance`, "offchain:read"),
    right(`${LN}WalletBalance`, "onchain:read"),
    right(`${LN}PendingChannels`, "offchain:read"),
    right(`${LN}ListChannels`, "offchain:read"),
    right(`${LN}ClosedChannels`, "offchain:read"),
    right(`${LN}AddInvoice`, "invoices:write"),
    right(`${LN}LookupInvoice`, "invoices:read"),
    right(`${LN}ListInvoices`, "invoices:read"),
    right(`${LN}SubscribeInvoices`, "invoices:read"),
    right("/invoicesrpc.Invoices/CancelInvoice", "invoices:write"),
    right(`${LN}ListPayments`, "offchain:read"),
    right(`${ROUTER}SendPaymentV2`, "offchain:write"),
    right(`${ROUTER}TrackPaymentV2`, "offchain:read"),
    right(`${ROUTER}TrackPayments`, "offchain:read"),
    right(`${ROUTER}EstimateRouteFee`, "offchain:read"),
  ],
  onchain: [
    right(`${WALLET}FundPsbt`, "onchain:write"),
    right(`${WALLET}FinalizePsbt`, "onchain:write"),
    right(`${WALLET}PublishTransaction`, "onchain:write"),
    right(`${WALLET}ListLeases`, "onchain:read"),
    right(`${WALLET}ReleaseOutput`, "onchain:write"),
    right(`${LN}EstimateFee`, "onchain:read"),
    right(`${WALLET}EstimateFee`, "onchain:read"),
    right(`${LN}GetTransactions`, "onchain:read"),
  ],
  operator: [
    right(`${LN}ExportAllChannelBackups`, "offchain:read"),
    right(`${LN}ForwardingHistory`, "offchain:read"),
    right(`${WALLET}PendingSweeps`, "onchain:read"),
    right(`${LN}CheckMacaroonPermissions`, "macaroon:read"),
  ],
} as const satisfies Readonly<Record<"service" | "onchain" | "operator", readonly Right[]>>;

/** What a stolen credential could do most harm with, or what makes the node forget what it has paid. */
const NEEDLESS: readonly Right[] = [
  right(`${LN}SendCoins`, "onchain:write"),
  right(`${LN}SendMany`, "onchain:write"),
  right(`${WALLET}SendOutputs`, "onchain:write"),
  right(`${LN}OpenChannel`, "onchain:write", "offchain:write"),
  right(`${LN}CloseChannel`, "onchain:write", "offchain:write"),
  right(`${LN}DeletePayment`, "offchain:write"),
  right(`${LN}DeleteAllPayments`, "offchain:write"),
  right(`${LN}AbandonChannel`, "offchain:write"),
  right(`${ROUTER}SendToRouteV2`, "offchain:write"),
  right(`${LN}BakeMacaroon`, "macaroon:generate"),
  right(`${LN}SignMessage`, "message:write"),
  right(`${LN}StopDaemon`, "info:write"),
];

/** Undefined where the credential may not ask. @throws {NodeUnavailable} */
export async function readPermissions(
  connections: Connections,
  credentialFile: string,
): Promise<Permissions | undefined> {
  const macaroon = toBase64(Buffer.from(await readMacaroon(credentialFile), "hex"));
  const may = (one: Right) => isAllowed(connections, macaroon, one);
  if (!(await may(right(`${LN}CheckMacaroonPermissions`, "macaroon:read")))) return undefined;
  const lacking: Permissions["lacking"][number][] = [];
  for (const neededFor of ["service", "onchain", "operator"] as const)
    for (const one of NEEDED[neededFor]) if (!(await may(one))) lacking.push({ name: one.name, neededFor });
  const needless: string[] = [];
  for (const one of NEEDLESS) if (await may(one)) needless.push(one.name);
  return { lacking, needless };
}

/** LND answers with an error that something is not allowed, and the same when asking is not. */
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
    if (error instanceof Refusal && error.code !== undefined) return false;
    throw error;
  }
}
