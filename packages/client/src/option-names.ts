import type { ChargeFilters } from "./charges.ts";
import type { NamesOf } from "./checked-options.ts";
import type { EventFilters, StreamEvents } from "./events.ts";
import type { CallOptions, PageOptions, WriteOptions } from "./http.ts";
import type { PaymentFilters, PayOptions } from "./payments.ts";
import type { StatementOptions } from "./statement.ts";
import type { UntilFinalOptions } from "./until-final.ts";
import type { VoucherFilters } from "./vouchers.ts";
import type { WithdrawalFilters } from "./withdrawal-requests.ts";

const CALL: NamesOf<CallOptions> = { signal: true };
const WRITE: NamesOf<WriteOptions> = { ...CALL, idempotencyKey: true };
const PAY: NamesOf<PayOptions> = { ...WRITE, wait: true, payAnyway: true };
const PAGE: NamesOf<PageOptions> = { ...CALL, cursor: true, limit: true };
const STREAM: NamesOf<StreamEvents> = { ...CALL, types: true, after: true };
const UNTIL_FINAL: NamesOf<UntilFinalOptions> = { ...CALL, timeoutMs: true };
const CHOOSE: NamesOf<WithdrawalFilters> = { status: true, internalId: true, from: true, to: true };
const CHOOSE_PAYMENTS: NamesOf<PaymentFilters> = { ...CHOOSE, keyId: true, recipient: true };
const CHOOSE_CHARGES: NamesOf<ChargeFilters> = { ...CHOOSE, staticChargeId: true };
const CHOOSE_VOUCHERS: NamesOf<VoucherFilters> = { ...CHOOSE, keyId: true };
const CHOOSE_EVENTS: NamesOf<EventFilters> = { type: true, state: true, objectId: true, from: true, to: true };
const PERIOD: NamesOf<StatementOptions> = { ...CALL, from: true, to: true };

export const get = { at: 1, names: CALL } as const;
const write = { at: 1, names: WRITE } as const;
const pay = { at: 1, names: PAY } as const;
const ask = { at: 0, names: CALL } as const;
const page = { at: 0, names: PAGE } as const;
const list = { at: 0, names: CALL, isList: true } as const;

/** `list` and `page` with these filters. */
function chosenBy<const Filters>(filters: Filters) {
  return {
    list: { at: 0, names: { ...CALL, ...filters }, isList: true },
    page: { at: 0, names: { ...PAGE, ...filters } },
  } as const;
}

/** The options of every method of a client. */
export const METHODS_OF_CLIENT = {
  payments: {
    toLightningAddress: pay,
    toInvoice: pay,
    toWallet: write,
    toGamertag: write,
    toEmail: write,
    gamertagTransaction: get,
    keysend: pay,
    get,
    untilFinal: { at: 1, names: UNTIL_FINAL },
    ...chosenBy(CHOOSE_PAYMENTS),
  },
  charges: { create: write, ofGamertag: write, get, ...chosenBy(CHOOSE_CHARGES) },
  vouchers: { create: write, createMany: write, get, revoke: write, redeem: write, ...chosenBy(CHOOSE_VOUCHERS) },
  withdrawalRequests: { create: write, get, ...chosenBy(CHOOSE) },
  staticCharges: { create: write, get, change: { at: 2, names: CALL }, ...chosenBy(CHOOSE) },
  lightningAddress: { validate: get, fetchCharge: get },
  ramp: { sessions: { create: write, get, list, page, expire: get }, quote: get, limits: get },
  wallet: { get: ask, statement: { at: 0, names: PERIOD, isList: true } },
  users: { idOf: get, gamertagOf: get },
  webhookEndpoints: {
    create: write,
    get,
    list,
    page,
    change: { at: 2, names: CALL },
    remove: write,
    sendTest: write,
  },
  webhookSecret: { rotate: { at: 0, names: WRITE } },
  events: {
    get,
    list: { at: 0, names: { ...CALL, ...CHOOSE_EVENTS }, isList: true },
    page: { at: 0, names: { ...PAGE, ...CHOOSE_EVENTS } },
    attempts: { at: 1, names: CALL, isList: true },
    resend: { at: 2, names: WRITE },
    resendFailed: write,
    stream: { at: 0, names: STREAM, isList: true },
  },
  callbackHosts: { claim: write, verify: get, list, page, remove: write },
  service: { btcUsd: ask, ips: ask, region: get },
  decodeInvoice: get,
} as const;
