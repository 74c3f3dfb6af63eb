import { type InputOf, wireBody } from "./amounts.ts";
import type { BodyOf, CallOptions, FiltersOf, Http, Page, PageOptions, WriteOptions } from "./http.ts";
import { itemsOf } from "./lists.ts";
import type { EmailPayment, FinalPayment, GamertagTransaction, InternalTransfer, Keysend, Payment } from "./objects.ts";
import { type UntilFinalOptions, untilFinal } from "./until-final.ts";

export type PayLightningAddress = InputOf<BodyOf<"/v0/ln-address/send-payment">>;

export type PayInvoice = InputOf<BodyOf<"/v0/payments">>;
export type TransferInternally = InputOf<BodyOf<"/v0/internal-transfer">>;
export type PayGamertag = InputOf<BodyOf<"/v0/gamertag/send-payment">>;
export type PayEmail = InputOf<BodyOf<"/v0/email/send-payment">>;
export type SendKeysend = InputOf<BodyOf<"/v0/keysend-payment">>;

export type PayOptions = WriteOptions & {
  /** Seconds to wait for the outcome, 0 to 60; 25 without it. A payment that is still open then is `processing`. */
  readonly wait?: number | undefined;
  /**
   * After a `maybe_paid`: one of the payment hashes that its `details` name. You say with it that this payment is
   * another one than those that the service had made before it was restored.
   */
  readonly payAnyway?: string | undefined;
};

/** Which payments are wanted. Times are ISO 8601. */
export type PaymentFilters = FiltersOf<"/v0/payments">;

export type Payments = {
  /**
   * Pays a Lightning address or an LNURL. Resolves with the payment, `completed` or still `processing`.
   *
   * @throws {LeydenError} when it was refused, has failed (`payment` is there), or when its outcome is not known;
   * `money` says which.
   */
  toLightningAddress(input: PayLightningAddress, options?: PayOptions): Promise<Payment>;
  /** Pays a BOLT 11 invoice. Resolves and throws as `toLightningAddress` does. */
  toInvoice(input: PayInvoice, options?: PayOptions): Promise<Payment>;
  /** Pays another wallet of the service. It is final when it resolves. @throws {LeydenError} */
  toWallet(input: TransferInternally, options?: WriteOptions): Promise<InternalTransfer>;
  /**
   * Pays the user who has this gamertag now; `receiverId` of the payment says who. It is final when it resolves.
   *
   * @throws {LeydenError} `user_not_found` also for a gamertag that its user has given up.
   */
  toGamertag(input: PayGamertag, options?: WriteOptions): Promise<Payment>;
  /**
   * Credits the user who has this e-mail address, or mails a voucher to it. Our fee comes on top. The voucher is read
   * and revoked as every other.
   *
   * @deprecated Pay a Lightning address or a gamertag.
   * @throws {LeydenError} `endpoint_removed` where the operator has switched it off.
   */
  toEmail(input: PayEmail, options?: WriteOptions): Promise<EmailPayment>;
  /** A payment to a gamertag, by its id or its `transactionId`. @throws {LeydenError} `payment_not_found` */
  gamertagTransaction(id: string, options?: CallOptions): Promise<GamertagTransaction>;
  /**
   * Pays a Lightning node without an invoice. `get(paymentId)` and `untilFinal(paymentId)` follow it. Throws as
   * `toLightningAddress` does.
   */
  keysend(input: SendKeysend, options?: PayOptions): Promise<Keysend>;
  /** By id or payment hash. A payment that has failed is no error here. */
  get(id: string, options?: CallOptions): Promise<Payment>;
  /**
   * Reads a payment until it is `completed` or `failed`.
   *
   * @throws {LeydenError} `timeout` when it is still `processing` then. It goes on without being read.
   */
  untilFinal(id: string, options?: UntilFinalOptions): Promise<FinalPayment>;
  /** All payments, newest first: `for await (const payment of leyden.payments.list())`. */
  list(options?: PaymentFilters & CallOptions): AsyncGenerator<Payment, void, undefined>;
  page(options?: PaymentFilters & PageOptions): Promise<Page<Payment>>;
};

export function paymentsOf(http: Http): Payments {
  const page: Payments["page"] = async ({ signal, ...query } = {}) =>
    await http.page("/v0/payments", { signal, query });
  const get: Payments["get"] = async (id, { signal } = {}) =>
    await http.get("/v0/payments/{id}", { signal, params: { id } });
  return {
    toLightningAddress: async (input, options = {}) =>
      await http.write("post", "/v0/ln-address/send-payment", { ...options, body: wireBody(input), movesMoney: true }),
    toInvoice: async (input, options = {}) =>
      await http.write("post", "/v0/payments", { ...options, body: wireBody(input), movesMoney: true }),
    toWallet: async (input, options = {}) =>
      await http.write("post", "/v0/internal-transfer", { ...options, body: wireBody(input), movesMoney: true }),
    toGamertag: async (input, options = {}) =>
      await http.write("post", "/v0/gamertag/send-payment", { ...options, body: wireBody(input), movesMoney: true }),
    toEmail: async (input, options = {}) =>
      await http.write("post", "/v0/email/send-payment", { ...options, body: wireBody(input), movesMoney: true }),
    gamertagTransaction: async (id, { signal } = {}) =>
      await http.get("/v0/gamertag/transaction/{id}", { signal, params: { id } }),
    keysend: async (input, options = {}) =>
      await http.write("post", "/v0/keysend-payment", { ...options, body: wireBody(input), movesMoney: true }),
    get,
    untilFinal: (id, options) => untilFinal((signal) => get(id, { signal }), http.machine, options),
    list: (options) => itemsOf((at) => page({ ...options, ...at })),
    page,
  };
}
