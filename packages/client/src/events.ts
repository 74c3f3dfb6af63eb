import type { InputOf } from "./amounts.ts";
import type { BodyOf, CallOptions, FiltersOf, Http, Page, PageOptions, WriteOptions } from "./http.ts";
import { itemsOf } from "./lists.ts";
import type { DeliveryAttempt, LeydenEvent, LeydenEventWithBody, ResentFailed } from "./objects.ts";

/** Which events are wanted. */
export type EventFilters = FiltersOf<"/v0/events">;
export type ResendEvent = InputOf<BodyOf<"/v0/events/{id}/resend">>;
export type ResendFailedEvents = InputOf<BodyOf<"/v0/events/resend-failed">>;

export type Events = {
  /** With its body as it is sent, and where it went. */
  get(id: string, options?: CallOptions): Promise<LeydenEventWithBody>;
  /** All events, newest first: `for await (const event of leyden.events.list({ state: "failed" }))`. */
  list(options?: EventFilters & CallOptions): AsyncGenerator<LeydenEvent, void, undefined>;
  page(options?: EventFilters & PageOptions): Promise<Page<LeydenEvent>>;
  /** All attempts to send an event, to all its receivers, the highest number first. */
  attempts(id: string, options?: CallOptions): AsyncGenerator<DeliveryAttempt, void, undefined>;
  /** Sends an event again, with its own id, to all its receivers or to the one in `receiverId`. @throws {LeydenError} */
  resend(id: string, input?: ResendEvent, options?: WriteOptions): Promise<LeydenEventWithBody>;
  /** Sends again what has failed since a time, at most 500 deliveries. While `nextSince` is not null, call again with it. */
  resendFailed(input: ResendFailedEvents, options?: WriteOptions): Promise<ResentFailed>;
};

export function eventsOf(http: Http): Events {
  const page: Events["page"] = async ({ signal, ...query } = {}) => await http.page("/v0/events", { signal, query });
  return {
    get: async (id, { signal } = {}) => await http.get("/v0/events/{id}", { signal, params: { id } }),
    list: (options) => itemsOf((at) => page({ ...options, ...at })),
    page,
    attempts: (id, { signal } = {}) =>
      itemsOf((query) => http.page("/v0/events/{id}/attempts", { signal, params: { id }, query })),
    resend: async (id, input = {}, options = {}) =>
      await http.write("post", "/v0/events/{id}/resend", {
        ...options,
        params: { id },
        body: input,
        movesMoney: false,
      }),
    resendFailed: async (input, options = {}) =>
      await http.write("post", "/v0/events/resend-failed", { ...options, body: input, movesMoney: false }),
  };
}
