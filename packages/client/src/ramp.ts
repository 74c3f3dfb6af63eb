import type { BodyOf, CallOptions, Http, Page, PageOptions, WriteOptions } from "./http.ts";
import { itemsOf } from "./lists.ts";
import type { CreatedRampSession, RampLimits, RampQuote, RampSession } from "./objects.ts";
import type { paths } from "./openapi.ts";

export type CreateRampSession = BodyOf<"/api/v1/ramp-widget">;

/** What a card would pay: an amount such as "25.00", of a currency. */
export type AskRampQuote = paths["/api/v1/ramp-quote"]["get"]["parameters"]["query"];

/** What the widget is shown for. */
export type RampSessions = {
  /** Makes a session for 15 minutes. `session_token` is for the widget, in one browser. @throws {LeydenError} */
  create(input: CreateRampSession, options?: WriteOptions): Promise<CreatedRampSession>;
  /** Without its token. `onSuccess` in the browser is a hint; this says what is true. */
  get(id: string, options?: CallOptions): Promise<RampSession>;
  /** All sessions, newest first. */
  list(options?: CallOptions): AsyncGenerator<RampSession, void, undefined>;
  page(options?: PageOptions): Promise<Page<RampSession>>;
  /** Ends a session before its 15 minutes are over. A purchase that has begun goes on. */
  expire(id: string, options?: CallOptions): Promise<RampSession>;
};

/** Selling bitcoin to your users in the widget. */
export type Ramp = {
  readonly sessions: RampSessions;
  /** What an amount buys now. Nothing is reserved. */
  quote(asked: AskRampQuote, options?: CallOptions): Promise<RampQuote>;
  /** What a person may buy who has bought nothing yet, in the currency that is asked for. */
  limits(currency: AskRampQuote["currency"], options?: CallOptions): Promise<RampLimits>;
};

export function rampOf(http: Http): Ramp {
  const page: RampSessions["page"] = async ({ signal, ...query } = {}) =>
    await http.page("/api/v1/ramp-widget", { signal, query });
  return {
    sessions: {
      create: async (input, options = {}) =>
        await http.write("post", "/api/v1/ramp-widget", { ...options, body: input, movesMoney: false }),
      get: async (id, { signal } = {}) => await http.get("/api/v1/ramp-widget/{id}", { signal, params: { id } }),
      list: (options) => itemsOf((at) => page({ ...options, ...at })),
      page,
      expire: async (id, { signal } = {}) =>
        await http.write("post", "/api/v1/ramp-widget/{id}/expire", { signal, params: { id }, movesMoney: false }),
    },
    quote: async (query, { signal } = {}) => await http.get("/api/v1/ramp-quote", { signal, query }),
    limits: async (currency, { signal } = {}) => await http.get("/api/v1/ramp-limits", { signal, query: { currency } }),
  };
}
