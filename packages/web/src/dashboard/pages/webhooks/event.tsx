import { Link } from "@tanstack/react-router";
import type { Shape } from "../../../api/shapes.ts";
import { shortText } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { DetailPanel } from "../../parts/detail-panel.tsx";
import { Fact, Facts, LongFact } from "../../parts/facts.tsx";
import { ThingLink } from "../../parts/thing-link.tsx";
import { DeliveryState } from "./delivery-state.tsx";
import css from "./page.module.css";
import { Resend } from "./resend.tsx";
import { deliveryId, EVENT_TYPES, kindOf, NOUNS } from "./webhook.ts";

type Event = Shape<"EventWithBody">;

/** One event, its body byte for byte, and where it went. */
export function EventDetail() {
  const { api } = useHere();
  return (
    <DetailPanel
      title="Event"
      list="webhooks/events"
      noun="event"
      live={NOUNS}
      read={(id, signal) => api.get("/v0/events/{id}", { params: { id }, signal })}
    >
      {(event) => <EventFacts event={event} />}
    </DetailPanel>
  );
}

function EventFacts({ event }: { event: Event }) {
  const { id, type, objectId, sequence, deliveries, createdAt, body, callbackBody } = event;
  const kind = kindOf(type);
  return (
    <>
      <p className="sum">
        <strong>{type}</strong>
      </p>
      <p className="standing">{EVENT_TYPES[type]}.</p>
      <Facts>
        {kind !== undefined && (
          <Fact name="About">
            <ThingLink kind={kind} id={objectId} />
          </Fact>
        )}
        <Fact name="When">
          <Time at={createdAt} exact />
        </Fact>
        <Fact name="Number">{sequence} of what it is about: a receiver drops smaller ones that come later</Fact>
        <LongFact name="Id" text={id} />
        <LongFact name="Id of what it is about" text={objectId} />
      </Facts>
      {deliveries.length > 0 && (
        <div className="actions">
          <Resend eventId={id} />
        </div>
      )}
      <Receivers event={event} />
      <h3 className={css["part"]}>Body</h3>
      {body === null ? <p className="hint">It cannot be made any more.</p> : <CodeBlock name="body" text={body} />}
      {callbackBody !== null && (
        <>
          <h3 className={css["part"]}>Body for the callbackUrl</h3>
          <CodeBlock name="body for the callbackUrl" text={callbackBody} />
        </>
      )}
    </>
  );
}

function Receivers({ event: { id, deliveries } }: { event: Event }) {
  const { project } = useHere();
  return (
    <>
      <h3 className={css["part"]}>Receivers</h3>
      {deliveries.length === 0 && <p className="hint">None: it was on the stream alone.</p>}
      <ul className={css["receivers"]}>
        {deliveries.map((delivery) => {
          const { receiverId, url, attempts } = delivery;
          return (
            <li key={receiverId}>
              <Link to={addressOf(project.id, `webhooks/${deliveryId({ eventId: id, receiverId })}`)}>
                <bdi title={url}>{shortText(url)}</bdi>
              </Link>{" "}
              <DeliveryState of={delivery} />{" "}
              <span className="soft">
                {attempts} {attempts === 1 ? "attempt" : "attempts"}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
