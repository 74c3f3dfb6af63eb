import { type InputOf, wireBody } from "./amounts.ts";
import type { BodyOf, CallOptions, FiltersOf, Http, Page, PageOptions, WriteOptions } from "./http.ts";
import { itemsOf } from "./lists.ts";
import type { IssuedVoucher, RedeemedVoucher, Voucher } from "./objects.ts";

export type CreateVoucher = InputOf<BodyOf<"/v1/create-voucher">>;
export type RevokeVoucher = InputOf<BodyOf<"/v0/revoke-voucher">>;
export type RedeemVoucher = InputOf<BodyOf<"/v0/redeem-voucher">>;

/** Which vouchers are wanted. Times are ISO 8601. */
export type VoucherFilters = FiltersOf<"/v0/vouchers">;

export type Vouchers = {
  /** Takes the value out of the wallet. Keep the answer: its claim token is shown once. @throws {LeydenError} */
  create(input: CreateVoucher, options?: WriteOptions): Promise<IssuedVoucher>;
  /** Up to 1,000: all of them, or none. @throws {LeydenError} */
  createMany(inputs: readonly CreateVoucher[], options?: WriteOptions): Promise<readonly IssuedVoucher[]>;
  get(id: string, options?: CallOptions): Promise<Voucher>;
  /** All vouchers, newest first: `for await (const voucher of leyden.vouchers.list())`. */
  list(options?: VoucherFilters & CallOptions): AsyncGenerator<Voucher, void, undefined>;
  page(options?: VoucherFilters & PageOptions): Promise<Page<Voucher>>;
  /** Takes back one that was not redeemed; its value returns to the wallet. @throws {LeydenError} */
  revoke(input: RevokeVoucher, options?: WriteOptions): Promise<Voucher>;
  /** Into the wallet of this client's project. @throws {LeydenError} */
  redeem(input: RedeemVoucher, options?: WriteOptions): Promise<RedeemedVoucher>;
};

export function vouchersOf(http: Http): Vouchers {
  const page: Vouchers["page"] = async ({ signal, ...query } = {}) =>
    await http.page("/v0/vouchers", { signal, query });
  const paid = { movesMoney: true } as const;
  return {
    create: async (input, options = {}) =>
      await http.write("post", "/v1/create-voucher", { ...options, body: wireBody(input), ...paid }),
    createMany: async (inputs, options = {}) =>
      await http.write("post", "/v0/vouchers/batch", {
        ...options,
        body: { vouchers: inputs.map((input) => wireBody(input)) },
        ...paid,
      }),
    get: async (id, { signal } = {}) => await http.get("/v0/vouchers/{id}", { signal, params: { id } }),
    list: (options) => itemsOf((at) => page({ ...options, ...at })),
    page,
    revoke: async (input, options = {}) =>
      await http.write("post", "/v0/revoke-voucher", { ...options, body: wireBody(input), ...paid }),
    redeem: async (input, options = {}) =>
      await http.write("post", "/v0/redeem-voucher", { ...options, body: wireBody(input), ...paid }),
  };
}
