import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Amount } from "../../../ui/amount.tsx";
import { shortText } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { DetailPanel } from "../../parts/detail-panel.tsx";
import { Fact, Facts, LongFact, TextFact } from "../../parts/facts.tsx";
import { State } from "../../parts/state.tsx";
import { PAYMENT_STATES } from "../../parts/states-of-things.ts";
import { ThingLink } from "../../parts/thing-link.tsx";
import { Timeline } from "../../parts/timeline.tsx";
import { type Payment, recipientFilter, recipientOf } from "./payment.ts";

/** One payment, by its id or its payment hash. */
export function PaymentDetail() {
  const { api } = useHere();
  return (
    <DetailPanel
      title="Payment"
      list="payments"
      noun="payment"
      read={(id, signal) => api.get("/v0/payments/{id}", { params: { id }, signal })}
    >
      {(payment) => <PaymentFacts payment={payment} />}
    </DetailPanel>
  );
}

function PaymentFacts({ payment }: { payment: Payment }) {
  const to = recipientOf(payment);
  const isToInvoice = to === payment.invoice;
  return (
    <>
      <p className="sum">
        <Amount msats={payment.amount} /> <State states={PAYMENT_STATES} of={payment.status} />
      </p>
      <Timeline of="payment" id={payment.id} advice="Do not pay again before." />
      <Facts>
        <LongFact name={isToInvoice ? "Invoice" : "To"} text={to} />
        {payment.processedAt !== null && (
          <Fact name="Fee">
            <Amount msats={payment.fee} />
          </Fact>
        )}
        <Fact name="Made">
          <Time at={payment.createdAt} exact />
        </Fact>
        {payment.processedAt !== null && (
          <Fact name="Finished">
            <Time at={payment.processedAt} exact />
          </Fact>
        )}
        <TextFact name="Comment" text={payment.comment} />
        <TextFact name="Description" text={payment.description} />
        <LongFact name="internalId" text={payment.internalId} />
        <LongFact name="Id" text={payment.id} />
        <LongFact name="Transfer" text={payment.transactionId} />
        <PaymentRecord of={payment.id} />
        <LongFact name="Proof of payment" text={payment.preimage} />
        {!isToInvoice && <LongFact name="Invoice" text={payment.invoice} />}
        <LongFact name="callbackUrl" text={payment.callbackUrl} />
      </Facts>
      <Around payment={payment} />
    </>
  );
}

/** Its hash, and who asked for it. */
function PaymentRecord({ of: id }: { of: string }) {
  const { api, project } = useHere();
  const { data } = useQuery({
    queryKey: ["project", project.id, "payment", id, "record"],
    queryFn: ({ signal }) => api.get("/payments/{id}/record", { params: { id }, signal }),
  });
  if (data === undefined) return null;
  const { orderer, paymentHash } = data;
  return (
    <>
      <LongFact name="Payment hash" text={paymentHash} />
      <Fact name="Ordered by">
        {orderer === null && <span className="soft">a key without rules: which one is not written down</span>}
        {orderer?.kind === "member" && <bdi>{orderer.name || "an account that is gone"}</bdi>}
        {orderer?.kind === "key" && (
          <>
            the key{" "}
            <ThingLink kind="key" id={orderer.id}>
              {orderer.name || shortText(orderer.id, 14)}
            </ThingLink>
          </>
        )}
      </Fact>
    </>
  );
}

/** What belongs to it. */
function Around({ payment }: { payment: Payment }) {
  const { project } = useHere();
  const recipient = recipientFilter(payment);
  if (recipient === undefined) return null;
  return (
    <ul className="around" aria-label="What belongs to it">
      <li>
        <Link to={addressOf(project.id, "payments")} search={{ recipient } as never}>
          All payments to this recipient
        </Link>
      </li>
      {payment.receiverId !== undefined && (
        <li>
          <ThingLink kind="user" id={payment.receiverId}>
            The user who gets it
          </ThingLink>
        </li>
      )}
    </ul>
  );
}
