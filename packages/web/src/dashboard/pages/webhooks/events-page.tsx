import type { ProjectApi } from "../../../api/call.ts";
import { EmptyState } from "../../../ui/states.tsx";
import { Status } from "../../../ui/status.tsx";
import { Time } from "../../../ui/time.tsx";
import { useHere } from "../../context.ts";
import { EventName } from "../../parts/event-name.tsx";
import { type List, ListPage } from "../../parts/list-page.tsx";
import { wordsOf } from "../../parts/states-of-things.ts";
import { DeliveryState } from "./delivery-state.tsx";
import { DELIVERY_STATES, EVENT_TYPES, NOUNS, TYPE_NAMES, type WebhookEvent } from "./webhook.ts";
import { WebhookTabs } from "./webhook-tabs.tsx";

/** All that happened and was sent to somebody. */
export function EventsPage() {
  const { api } = useHere();
  return (
    <ListPage list={listOf(api)} none={<NoEvents />}>
      <WebhookTabs current="webhooks/events" />
    </ListPage>
  );
}

function listOf(api: ProjectApi): List<WebhookEvent> {
  return {
    title: "Events",
    noun: "event",
    finds: "Id of an event",
    path: "webhooks/events",
    queries: "events",
    live: NOUNS,
    csv: undefined,
    read: (query, signal) => api.list("/v0/events", { query, signal }),
    idOf: ({ id }) => id,
    columns: [
      { name: "Event", cell: ({ type }) => <EventName type={type} /> },
      { name: "Sent", cell: ({ deliveries }) => <Sent deliveries={deliveries} /> },
      { name: "What happened", look: "wide-only", cell: ({ type }) => EVENT_TYPES[type] },
      { name: "When", look: "number", cell: ({ createdAt }) => <Time at={createdAt} /> },
    ],
    filters: [
      { kind: "choice", name: "type", label: "Event", options: TYPE_NAMES },
      { kind: "choice", name: "state", label: "With a delivery", options: wordsOf(DELIVERY_STATES) },
      { kind: "text", name: "objectId", label: "Id of what it is about" },
    ],
  };
}

/** The state that all its deliveries have, or the worst one and how many have it. */
function Sent({ deliveries }: Pick<WebhookEvent, "deliveries">) {
  const [first] = deliveries;
  if (first === undefined) return <Status tone="soft">On the stream alone</Status>;
  const worst = (["failed", "waiting", "cancelled"] as const).find((state) =>
    deliveries.some((delivery) => delivery.state === state),
  );
  const count = deliveries.filter(({ state }) => state === worst).length;
  if (worst === undefined || count === deliveries.length)
    return <DeliveryState of={deliveries.find(({ state }) => state === worst) ?? first} />;
  const [tone, words] = DELIVERY_STATES[worst];
  return <Status tone={tone}>{`${words}: ${count} of ${deliveries.length}`}</Status>;
}

function NoEvents() {
  return (
    <EmptyState
      title="There is no event yet. An event is written when there is a receiver for it: an endpoint, a callbackUrl, or a reader of the stream."
      command={`curl -N ${location.origin}/v0/events/stream -H "apikey: $LEYDEN_KEY"`}
    />
  );
}
