import { type InputOf, wireBody } from "./amounts.ts";
import type { BodyOf, CallOptions, FiltersOf, Http, Page, PageOptions, WriteOptions } from "./http.ts";
import { itemsOf } from "./lists.ts";
import type { Charge, GamertagCharge } from "./objects.ts";

export type CreateCharge = InputOf<BodyOf<"/v0/charges">>;
export type CreateGamertagCharge = InputOf<BodyOf<"/v0/gamertag/charges">>;

/** Which charges are wanted. Times are ISO 8601. */
export type ChargeFilters = FiltersOf<"/v0/charges">;

export type Charges = {
  /** Makes an invoice that the service watches. @throws {LeydenError} */
  create(input: CreateCharge, options?: WriteOptions): Promise<Charge>;
  /**
   * Makes an invoice whose money goes to the user with this gamertag. Your project gets its events, and reads it with
   * `get`.
   *
   * @throws {LeydenError}
   */
  ofGamertag(input: CreateGamertagCharge, options?: WriteOptions): Promise<GamertagCharge>;
  get(id: string, options?: CallOptions): Promise<Charge>;
  /** All charges, newest first: `for await (const charge of leyden.charges.list())`. */
  list(options?: ChargeFilters & CallOptions): AsyncGenerator<Charge, void, undefined>;
  page(options?: ChargeFilters & PageOptions): Promise<Page<Charge>>;
};

export function chargesOf(http: Http): Charges {
  const page: Charges["page"] = async ({ signal, ...query } = {}) => await http.page("/v0/charges", { signal, query });
  return {
    create: async (input, options = {}) =>
      await http.write("post", "/v0/charges", { ...options, body: wireBody(input), movesMoney: false }),
    ofGamertag: async (input, options = {}) =>
      await http.write("post", "/v0/gamertag/charges", { ...options, body: wireBody(input), movesMoney: false }),
    get: async (id, { signal } = {}) => await http.get("/v0/charges/{id}", { signal, params: { id } }),
    list: (options) => itemsOf((at) => page({ ...options, ...at })),
    page,
  };
}
