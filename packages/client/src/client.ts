import { type CallbackHosts, callbackHostsOf } from "./callback-hosts.ts";
import { type Charges, chargesOf } from "./charges.ts";
import { type DecodeInvoice, decodeInvoiceOf } from "./decode-invoice.ts";
import { type Events, eventsOf } from "./events.ts";
import { createHttp } from "./http.ts";
import { type LightningAddresses, lightningAddressOf } from "./lightning-address.ts";
import { type Fetch, type Machine, thisMachine } from "./machine.ts";
import { type Payments, paymentsOf } from "./payments.ts";
import { type ServiceFacts, serviceFactsOf } from "./service-facts.ts";
import { type StaticCharges, staticChargesOf } from "./static-charges.ts";
import { type Users, usersOf } from "./users.ts";
import { type Vouchers, vouchersOf } from "./vouchers.ts";
import { type Wallets, walletOf } from "./wallet.ts";
import { type WebhookEndpoints, webhookEndpointsOf } from "./webhook-endpoints.ts";
import { type WebhookSecrets, webhookSecretOf } from "./webhook-secret.ts";
import { type WithdrawalRequests, withdrawalRequestsOf } from "./withdrawal-requests.ts";

export type ClientOptions = {
  /** Where the service is, such as `https://pay.example.com`. */
  readonly baseUrl: string;
  /** The project's key. It can spend the wallet: keep it in your backend, never in a browser or an app. */
  readonly apiKey: string;
  /** Used instead of the global `fetch`, for a proxy or a test. */
  readonly fetch?: Fetch | undefined;
  /** How long one sending may take, in milliseconds; 20,000 without it. What a payment waits for its outcome comes on top. */
  readonly timeoutMs?: number | undefined;
  /** How often a call may be sent again, 0 to 10; 2 without it. A payment is sent again with its key, so it is paid once. */
  readonly retries?: number | undefined;
};

/** A client of one installation with one project's key. */
export type Leyden = {
  readonly payments: Payments;
  readonly charges: Charges;
  readonly vouchers: Vouchers;
  readonly withdrawalRequests: WithdrawalRequests;
  readonly staticCharges: StaticCharges;
  readonly lightningAddress: LightningAddresses;
  readonly wallet: Wallets;
  readonly users: Users;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly webhookSecret: WebhookSecrets;
  readonly events: Events;
  readonly callbackHosts: CallbackHosts;
  readonly service: ServiceFacts;
  readonly decodeInvoice: DecodeInvoice;
};

const TIMEOUT_MS = 20_000;
/** With the longest wait added it still fits the 32 bits of a timer. */
const TIMEOUT_MS_MAX = 86_400_000;
const RETRIES = 2;
const RETRIES_MAX = 10;

/**
 * Makes a client. It sends nothing and holds no connection.
 *
 * @throws {TypeError} when an option cannot be right. Its message never has the key.
 */
export function createClient(options: ClientOptions): Leyden {
  return clientOn(thisMachine, options);
}

/** For tests, which bring their own time. */
export function clientOn(machine: Machine, options: ClientOptions): Leyden {
  const { fetch: send = machine.fetch, timeoutMs = TIMEOUT_MS, retries = RETRIES } = options;
  checkNumber("timeoutMs", timeoutMs, { min: 1, max: TIMEOUT_MS_MAX });
  checkNumber("retries", retries, { min: 0, max: RETRIES_MAX });
  const http = createHttp(
    { baseUrl: checkedUrl(options.baseUrl), apiKey: checkedKey(options.apiKey), timeoutMs, retries },
    { ...machine, fetch: send },
  );
  return {
    payments: paymentsOf(http),
    charges: chargesOf(http),
    vouchers: vouchersOf(http),
    withdrawalRequests: withdrawalRequestsOf(http),
    staticCharges: staticChargesOf(http),
    lightningAddress: lightningAddressOf(http),
    wallet: walletOf(http),
    users: usersOf(http),
    webhookEndpoints: webhookEndpointsOf(http),
    webhookSecret: webhookSecretOf(http),
    events: eventsOf(http),
    callbackHosts: callbackHostsOf(http),
    service: serviceFactsOf(http),
    decodeInvoice: decodeInvoiceOf(http),
  };
}

function checkNumber(name: string, value: number, { min, max }: { readonly min: number; readonly max: number }): void {
  if (!Number.isInteger(value) || value < min || value > max)
    throw new TypeError(`${name} must be a whole number from ${min} to ${max}`);
}

/** The service may be below a path of its host. */
function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || `${url.username}${url.password}${url.search}${url.hash}`)
    throw new TypeError("baseUrl must be an http or https address without user, query and fragment");
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

/** A key with a line break from a file would else appear in the message of `fetch`. */
function checkedKey(key: string): string {
  if (typeof key !== "string" || !/^[\x21-\x7e]+$/.test(key))
    throw new TypeError("apiKey must be a project's key, without spaces or line breaks");
  return key;
}
