import type { ProjectApi } from "../../../api/call.ts";
import { shortText } from "../../../ui/format.ts";
import { EmptyState } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { useHere } from "../../context.ts";
import { EventName } from "../../parts/event-name.tsx";
import { type List, ListPage } from "../../parts/list-page.tsx";
import { NewLink } from "../../parts/new-link.tsx";
import { wordsOf } from "../../parts/states-of-things.ts";
import { DeliveryState } from "./delivery-state.tsx";
import { Troubles } from "./troubles.tsx";
import { DELIVERY_STATES, type Delivery, deliveryId, NOUNS, outcomeOf, TYPE_NAMES } from "./webhook.ts";
import { WebhookTabs } from "./webhook-tabs.tsx";

/** All that was sent to the project's servers, and what they answered. */
export function DeliveriesPage() {
  const { api } = useHere();
  return (
    <ListPage list={listOf(api)} none={<NoDeliveries />} actions={<Actions />}>
      <WebhookTabs current="webhooks" />
      <Troubles />
    </ListPage>
  );
}

function Actions() {
  return (
    <>
      <NewEndpointLink />
      <NewLink path="webhooks/recover" action="resend" look="second">
        Send again …
      </NewLink>
      <NewLink path="webhooks/check" action="bodies" look="second">
        Check a signature
      </NewLink>
    </>
  );
}

function NewEndpointLink() {
  return (
    <NewLink path="webhooks/endpoints/new" action="settings">
      Add an endpoint
    </NewLink>
  );
}

function listOf(api: ProjectApi): List<Delivery> {
  return {
    title: "Webhooks",
    noun: "delivery",
    finds: "Id of an event",
    path: "webhooks",
    queries: "deliveries",
    live: NOUNS,
    // Attempts are no events of the project.
    dueOf: ({ dueAt }) => dueAt,
    csv: undefined,
    read: (query, signal) => api.list("/webhooks/deliveries", { query, signal }),
    idOf: deliveryId,
    columns: [
      { name: "Event", cell: ({ type }) => <EventName type={type} /> },
      { name: "State", cell: (delivery) => <DeliveryState of={delivery} /> },
      { name: "Receiver", cell: ({ url }) => <bdi title={url}>{shortText(url)}</bdi> },
      { name: "Last attempt", look: "wide-only", cell: (delivery) => <LastAttempt delivery={delivery} /> },
      { name: "Happened", look: "number", cell: ({ createdAt }) => <Time at={createdAt} /> },
    ],
    filters: [
      { kind: "choice", name: "state", label: "State", options: wordsOf(DELIVERY_STATES) },
      { kind: "choice", name: "type", label: "Event", options: TYPE_NAMES },
      { kind: "text", name: "host", label: "Host of the receiver" },
      { kind: "link", name: "endpointId", label: "To the endpoint" },
    ],
  };
}

function LastAttempt({ delivery: { lastAttempt, attempts } }: { delivery: Delivery }) {
  if (lastAttempt === null) return <span className="soft">None yet</span>;
  return (
    <>
      {outcomeOf(lastAttempt)}
      {attempts > 1 && <span className="soft"> · {attempts} attempts</span>}
    </>
  );
}

function NoDeliveries() {
  const curl = [
    `curl ${location.origin}/v0/webhook-endpoints -H "apikey: $LEYDEN_KEY" \\`,
    `  -H "content-type: application/json" -d '{"url":"https://shop.example/hooks"}'`,
  ].join("\n");
  return (
    <EmptyState
      title="Nothing was sent yet. An endpoint is an address of yours to which the events of this project are sent."
      action={<NewEndpointLink />}
      command={curl}
    />
  );
}
