import { type CallbackHosts, callbackHostsOf } from "./callback-hosts.ts";
import { type Charges, chargesOf } from "./charges.ts";
import { checkingOptions, checkNames, type NamesOf } from "./checked-options.ts";
import {
  CONNECTION_OPTIONS,
  type ConnectionOptions,
  checkedKey,
  checkedNumbers,
  checkedUrl,
} from "./connection-options.ts";
import { type DecodeInvoice, decodeInvoiceOf } from "./decode-invoice.ts";
import { type Events, eventsOf } from "./events.ts";
import { createHttp } from "./http.ts";
import { type LightningAddresses, lightningAddressOf } from "./lightning-address.ts";
import { type Machine, thisMachine } from "./machine.ts";
import { METHODS_OF_CLIENT } from "./option-names.ts";
import { type Payments, paymentsOf } from "./payments.ts";
import { type Ramp, rampOf } from "./ramp.ts";
import { type ServiceFacts, serviceFactsOf } from "./service-facts.ts";
import { type StaticCharges, staticChargesOf } from "./static-charges.ts";
import { type Users, usersOf } from "./users.ts";
import { type Vouchers, vouchersOf } from "./vouchers.ts";
import { type Wallets, walletOf } from "./wallet.ts";
import { type WebhookEndpoints, webhookEndpointsOf } from "./webhook-endpoints.ts";
import { type WebhookSecrets, webhookSecretOf } from "./webhook-secret.ts";
import { type WithdrawalRequests, withdrawalRequestsOf } from "./withdrawal-requests.ts";

export type ClientOptions = ConnectionOptions & {
  /** The project's key. It can spend the wallet: keep it in your backend, never in a browser or an app. */
  readonly apiKey: string;
};

const CLIENT_OPTIONS: NamesOf<ClientOptions> = { ...CONNECTION_OPTIONS, apiKey: true };

/** A client of one installation with one project's key. */
export type Leyden = {
  readonly payments: Payments;
  readonly charges: Charges;
  readonly vouchers: Vouchers;
  readonly withdrawalRequests: WithdrawalRequests;
  readonly staticCharges: StaticCharges;
  readonly lightningAddress: LightningAddresses;
  readonly ramp: Ramp;
  readonly wallet: Wallets;
  readonly users: Users;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly webhookSecret: WebhookSecrets;
  readonly events: Events;
  readonly callbackHosts: CallbackHosts;
  readonly service: ServiceFacts;
  readonly decodeInvoice: DecodeInvoice;
};

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
  checkNames("createClient", options, CLIENT_OPTIONS);
  const { fetch: send = machine.fetch } = options;
  const credentials = { apikey: checkedKey("apiKey", options.apiKey) };
  const http = createHttp(
    { baseUrl: checkedUrl(options.baseUrl), ...checkedNumbers(options), credentials },
    { ...machine, fetch: send },
  );
  const leyden: Leyden = {
    payments: paymentsOf(http),
    charges: chargesOf(http),
    vouchers: vouchersOf(http),
    withdrawalRequests: withdrawalRequestsOf(http),
    staticCharges: staticChargesOf(http),
    lightningAddress: lightningAddressOf(http),
    ramp: rampOf(http),
    wallet: walletOf(http),
    users: usersOf(http),
    webhookEndpoints: webhookEndpointsOf(http),
    webhookSecret: webhookSecretOf(http),
    events: eventsOf(http),
    callbackHosts: callbackHostsOf(http),
    service: serviceFactsOf(http),
    decodeInvoice: decodeInvoiceOf(http),
  };
  return checkingOptions(leyden, METHODS_OF_CLIENT);
}
