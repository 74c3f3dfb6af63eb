import { Time } from "../../../ui/time.tsx";
import { useHere } from "../../context.ts";
import { DetailPanel } from "../../parts/detail-panel.tsx";
import { Fact, Facts, LongFact } from "../../parts/facts.tsx";
import { ThingLink } from "../../parts/thing-link.tsx";
import { useMayDo } from "../../parts/use-may-do.ts";
import { AsCurl } from "./as-curl.tsx";
import { AttemptList } from "./attempt-list.tsx";
import { DeliveryState } from "./delivery-state.tsx";
import { Resend } from "./resend.tsx";
import { deliveryKey, kindOf, type WholeDelivery } from "./webhook.ts";

/** One event to one receiver: what came of it, and what happens next. */
export function DeliveryDetail() {
  const { api } = useHere();
  return (
    <DetailPanel
      title="Delivery"
      list="webhooks"
      noun="delivery"
      dueOf={({ dueAt }: WholeDelivery) => dueAt}
      read={(id, signal) => api.get("/webhooks/deliveries/{eventId}/{receiverId}", { params: deliveryKey(id), signal })}
    >
      {(delivery) => <DeliveryFacts delivery={delivery} />}
    </DetailPanel>
  );
}

function DeliveryFacts({ delivery }: { delivery: WholeDelivery }) {
  const { type, eventId, receiverId, endpointId, objectId } = delivery;
  const mayRead = useMayDo("bodies");
  const kind = kindOf(type);
  return (
    <>
      <p className="sum" role="status">
        <strong>{type}</strong> <DeliveryState of={delivery} />
      </p>
      <Next delivery={delivery} />
      <Facts>
        <LongFact name="To" text={delivery.url} />
        <Fact name="Event">
          <ThingLink kind="event" id={eventId}>
            The event
          </ThingLink>
        </Fact>
        {kind !== undefined && (
          <Fact name="About">
            <ThingLink kind={kind} id={objectId} />
          </Fact>
        )}
        <Fact name="Receiver">
          {endpointId === null ? (
            "A callback that a call asked for"
          ) : (
            <ThingLink kind="endpoint" id={endpointId}>
              An endpoint of the project
            </ThingLink>
          )}
        </Fact>
        <Fact name="Happened">
          <Time at={delivery.createdAt} exact />
        </Fact>
        {delivery.finishedAt !== null && (
          <Fact name="Finished">
            <Time at={delivery.finishedAt} exact />
          </Fact>
        )}
        <LongFact name="Id of the event" text={eventId} />
      </Facts>
      <div className="actions">
        <Resend eventId={eventId} receiverId={receiverId} />
        {mayRead && <AsCurl of={{ eventId, receiverId }} />}
      </div>
      <AttemptList delivery={delivery} />
    </>
  );
}

/** Where it stands, and what happens next. */
function Next({ delivery: { state, attempts, dueAt, endpointId } }: { delivery: WholeDelivery }) {
  switch (state) {
    case "waiting":
      return (
        <p className="standing">
          {attempts === 0 ? "It was not sent yet." : `${attempts} ${attempts === 1 ? "attempt" : "attempts"} so far.`}
          {dueAt !== null && (
            <>
              {" "}
              Next attempt: <Time at={dueAt} />.
            </>
          )}{" "}
          Attempts go on for about three days.
        </p>
      );
    case "delivered":
      return <p className="standing">The receiver has accepted it. Nothing more is sent.</p>;
    case "failed":
      return (
        <p className="standing">
          The receiver did not accept it, in {attempts === 1 ? "one attempt" : `${attempts} attempts`}. Nothing more is
          sent, unless you send it again.
        </p>
      );
    case "cancelled":
      return (
        <p className="standing">
          Nothing is sent:{" "}
          {endpointId === null ? "the host is another project's." : "the endpoint was paused or ended."}
        </p>
      );
  }
}
