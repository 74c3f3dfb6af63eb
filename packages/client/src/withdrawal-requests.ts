import { type InputOf, wireBody } from "./amounts.ts";
import type { BodyOf, CallOptions, FiltersOf, Http, Page, PageOptions, WriteOptions } from "./http.ts";
import { itemsOf } from "./lists.ts";
import type { WithdrawalRequest } from "./objects.ts";

export type CreateWithdrawalRequest = InputOf<BodyOf<"/v0/withdrawal-requests">>;

/** Which withdrawal requests are wanted. Times are ISO 8601. */
export type WithdrawalFilters = FiltersOf<"/v0/withdrawal-requests">;

export type WithdrawalRequests = {
  /** Makes an LNURL with which any Lightning wallet takes the amount, once. @throws {LeydenError} */
  create(input: CreateWithdrawalRequest, options?: WriteOptions): Promise<WithdrawalRequest>;
  get(id: string, options?: CallOptions): Promise<WithdrawalRequest>;
  /** All withdrawal requests, newest first. */
  list(options?: WithdrawalFilters & CallOptions): AsyncGenerator<WithdrawalRequest, void, undefined>;
  page(options?: WithdrawalFilters & PageOptions): Promise<Page<WithdrawalRequest>>;
};

export function withdrawalRequestsOf(http: Http): WithdrawalRequests {
  const page: WithdrawalRequests["page"] = async ({ signal, ...query } = {}) =>
    await http.page("/v0/withdrawal-requests", { signal, query });
  return {
    create: async (input, options = {}) =>
      await http.write("post", "/v0/withdrawal-requests", { ...options, body: wireBody(input), movesMoney: false }),
    get: async (id, { signal } = {}) => await http.get("/v0/withdrawal-requests/{id}", { signal, params: { id } }),
    list: (options) => itemsOf((at) => page({ ...options, ...at })),
    page,
  };
}
