import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Status } from "../../../ui/status.tsx";
import { Time } from "../../../ui/time.tsx";
import { useHere } from "../../context.ts";
import { useMayDo } from "../../parts/use-may-do.ts";
import { AttemptContent } from "./attempt-content.tsx";
import css from "./page.module.css";
import { type Attempt, deliveryId, outcomeOf, type WholeDelivery } from "./webhook.ts";

/** The attempts to send it, the last one first. */
export function AttemptList({ delivery }: { delivery: WholeDelivery }) {
  const { lastAttempts, attempts } = delivery;
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={css["part"]}>
        Attempts
      </h3>
      {lastAttempts.length === 0 && <p className="soft">None yet.</p>}
      <ol className={css["attempts"]}>
        {lastAttempts.map((attempt) => (
          <AttemptLine key={attempt.number} delivery={delivery} attempt={attempt} />
        ))}
      </ol>
      {attempts > lastAttempts.length && <p className="hint">The last {lastAttempts.length} are shown.</p>}
    </section>
  );
}

function AttemptLine({ delivery, attempt }: { delivery: WholeDelivery; attempt: Attempt }) {
  const [isOpen, setOpen] = useState(false);
  const mayRead = useMayDo("bodies");
  const { number, status, startedAt, endedAt, durationMs } = attempt;
  const isTaken = status !== null && status >= 200 && status < 300;
  return (
    <li>
      <p className={css["attempt"]}>
        <strong>{number}</strong> <Status tone={isTaken ? "good" : "bad"}>{outcomeOf(attempt)}</Status>
      </p>
      <p className="hint">
        Sent <Time at={startedAt} exact />
      </p>
      <p className="hint">
        {status === null ? "Ended" : "Answered"} <Time at={endedAt} exact /> · after {durationMs} ms
      </p>
      {mayRead && (
        <button type="button" className="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Hide" : "Show"} what was sent and answered
        </button>
      )}
      {isOpen && <Content delivery={delivery} number={number} />}
    </li>
  );
}

function Content({ delivery, number }: { delivery: WholeDelivery; number: number }) {
  const { api, project } = useHere();
  const { eventId, receiverId } = delivery;
  const { data, error, refetch } = useQuery({
    queryKey: ["project", project.id, "attempt", deliveryId(delivery), number],
    queryFn: ({ signal }) =>
      api.get("/webhooks/deliveries/{eventId}/{receiverId}/attempts/{number}", {
        params: { eventId, receiverId, number: String(number) },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY, // what was sent stays so
  });
  if (data === undefined)
    return error === null ? <Skeleton lines={4} /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  return <AttemptContent content={data} />;
}
