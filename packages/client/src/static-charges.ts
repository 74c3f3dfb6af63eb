import { type InputOf, wireBody } from "./amounts.ts";
import type { BodyOf, CallOptions, FiltersOf, Http, Page, PageOptions, WriteOptions } from "./http.ts";
import { itemsOf } from "./lists.ts";
import type { StaticCharge } from "./objects.ts";

export type CreateStaticCharge = InputOf<BodyOf<"/v0/static-charges">>;
export type ChangeStaticCharge = InputOf<BodyOf<"/v0/static-charges/{id}", "patch">>;

/** Which static charges are wanted. Times are ISO 8601. */
export type StaticChargeFilters = FiltersOf<"/v0/static-charges">;

export type StaticCharges = {
  /**
   * Makes an LNURL that any Lightning wallet can pay, again and again. Each payment is a charge of its own. @throws
   * {LeydenError}
   */
  create(input: CreateStaticCharge, options?: WriteOptions): Promise<StaticCharge>;
  get(id: string, options?: CallOptions): Promise<StaticCharge>;
  /** All static charges, newest first. */
  list(options?: StaticChargeFilters & CallOptions): AsyncGenerator<StaticCharge, void, undefined>;
  page(options?: StaticChargeFilters & PageOptions): Promise<Page<StaticCharge>>;
  /** What is left out stays. The LNURL stays the same. */
  change(id: string, input: ChangeStaticCharge, options?: CallOptions): Promise<StaticCharge>;
};

export function staticChargesOf(http: Http): StaticCharges {
  const page: StaticCharges["page"] = async ({ signal, ...query } = {}) =>
    await http.page("/v0/static-charges", { signal, query });
  return {
    create: async (input, options = {}) =>
      await http.write("post", "/v0/static-charges", { ...options, body: wireBody(input), movesMoney: false }),
    get: async (id, { signal } = {}) => await http.get("/v0/static-charges/{id}", { signal, params: { id } }),
    list: (options) => itemsOf((at) => page({ ...options, ...at })),
    page,
    change: async (id, input, { signal } = {}) =>
      await http.write("patch", "/v0/static-charges/{id}", {
        signal,
        params: { id },
        body: wireBody(input),
        movesMoney: false,
      }),
  };
}
