import type { InputOf } from "./amounts.ts";
import { objectOf, parseJson } from "./failure.ts";
import type { BodyOf, CallOptions, FiltersOf, Http, Page, PageOptions, WriteOptions } from "./http.ts";
import { itemsOf } from "./lists.ts";
import type { DeliveryAttempt, LeydenEvent, LeydenEventWithBody, ResentFailed } from "./objects.ts";
import { damagedStream, type StreamedEvent, streamEvents } from "./stream.ts";
import type { WebhookEvent } from "./webhook-event.ts";

/** Which events are wanted. */
export type EventFilters = FiltersOf<"/v0/events">;
export type ResendEvent = InputOf<BodyOf<"/v0/events/{id}/resend">>;
export type ResendFailedEvents = InputOf<BodyOf<"/v0/events/resend-failed">>;

export type StreamEvents = CallOptions & {
  /** Only events of these types; all without it, also those that come with a later version. */
  readonly types?: readonly WebhookEvent["type"][] | undefined;
  /** The id of the last event that was worked on: what has happened since comes first. From now on without it. */
  readonly after?: string | undefined;
};

export type Events = {
  /** With its body as it is sent, and where it went. */
  get(id: string, options?: CallOptions): Promise<LeydenEventWithBody>;
  /** All events, newest first: `for await (const event of leyden.events.list({ state: "failed" }))`. */
  list(options?: EventFilters & CallOptions): AsyncGenerator<LeydenEvent, void, undefined>;
  page(options?: EventFilters & PageOptions): Promise<Page<LeydenEvent>>;
  /** All attempts to send an event, to all its receivers, the highest number first. */
  attempts(id: string, options?: CallOptions): AsyncGenerator<DeliveryAttempt, void, undefined>;
  /**
   * Sends an event again, with its own id, to all its receivers or to the one in `receiverId`. @throws {LeydenError}
   */
  resend(id: string, input?: ResendEvent, options?: WriteOptions): Promise<LeydenEventWithBody>;
  /**
   * Sends again what has failed since a time, at most 500 deliveries. While `nextSince` is not null, call again with
   * it.
   */
  resendFailed(input: ResendFailedEvents, options?: WriteOptions): Promise<ResentFailed>;
  /**
   * Events as they happen, each once and in order, over one connection that is made again whenever it breaks, until the
   * loop is left or `signal` aborts: `for await (const event of leyden.events.stream())`. The next one is read when it
   * is asked for.
   *
   * @throws {LeydenError} from the loop, for what does not pass by itself: the key, an unknown type, an `after` that is
   * not there (any more).
   */
  stream(options?: StreamEvents): AsyncIterableIterator<WebhookEvent, void, undefined>;
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
    stream: (options = {}) => streamEvents(http, { ...options, read: readEvent }),
  };
}

/** Its form is what the service says; it is not checked here. @throws {LeydenError} when it is no JSON. */
function readEvent({ id, text }: StreamedEvent): WebhookEvent {
  const event = objectOf(parseJson(text));
  if (event === undefined) throw damagedStream(`the event ${id} is no JSON`);
  return event as WebhookEvent;
}
