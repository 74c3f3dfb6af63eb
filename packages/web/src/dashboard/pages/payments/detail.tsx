import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Amount } from "../../../ui/amount.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { shortText } from "../../../ui/format.ts";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Status } from "../../../ui/status.tsx";
import { Time } from "../../../ui/time.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere, useParam } from "../../context.ts";
import { Panel } from "../../parts/panel.tsx";
import { type Payment, recipientOf, STATUSES } from "./payment.ts";

/** One payment, by its id or its payment hash. */
export function PaymentDetail() {
  const { api, project } = useHere();
  const id = useParam("id") ?? "";
  const { data, error, refetch } = useQuery({
    queryKey: ["project", project.id, "payment", id],
    queryFn: ({ signal }) => api.get("/v0/payments/{id}", { params: { id }, signal }),
  });
  return (
    <Panel title="Payment" back={addressOf(project.id, "payments")}>
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton lines={6} />}
      {data !== undefined && <Facts payment={data} />}
    </Panel>
  );
}

function Facts({ payment }: { payment: Payment }) {
  const [tone, words] = STATUSES[payment.status];
  return (
    <>
      <p className="sum">
        <Amount msats={payment.amount} /> <Status tone={tone}>{words}</Status>
      </p>
      <WhatNext payment={payment} />
      <dl className="facts">
        <Fact name="To">
          <Long text={recipientOf(payment)} name="recipient" />
        </Fact>
        <Fact name="Fee">
          <Amount msats={payment.fee} />
        </Fact>
        <Fact name="Made">
          <Time at={payment.createdAt} exact />
        </Fact>
        {payment.processedAt !== null && (
          <Fact name="Finished">
            <Time at={payment.processedAt} exact />
          </Fact>
        )}
        {payment.comment !== null && <Fact name="Comment">{payment.comment}</Fact>}
        {payment.internalId !== null && (
          <Fact name="internalId">
            <Long text={payment.internalId} name="internalId" />
          </Fact>
        )}
        <Fact name="Id">
          <Long text={payment.id} name="id" />
        </Fact>
        {payment.preimage !== null && (
          <Fact name="Proof of payment">
            <Long text={payment.preimage} name="proof of payment" />
          </Fact>
        )}
      </dl>
    </>
  );
}

/** Where the money is, why, and what happens next. */
function WhatNext({ payment: { failure, statusDetail } }: { payment: Payment }) {
  if (failure !== undefined)
    return (
      <p className="notice bad">
        {failure.message} Nothing was paid: amount and fee are back in the wallet of the project.
      </p>
    );
  if (statusDetail === undefined) return null;
  const { reason, nextCheckAt, finishedBy } = statusDetail;
  return (
    <p className="notice">
      {reason} It is looked at again <Time at={nextCheckAt} />
      {finishedBy !== null && (
        <>
          , and is finished at the latest <Time at={finishedBy} />
        </>
      )}
      . Do not pay again before.
    </p>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Long({ text, name }: { text: string; name: string }) {
  return (
    <>
      <bdi title={text}>{shortText(text)}</bdi> <CopyButton text={text} name={name} />
    </>
  );
}
