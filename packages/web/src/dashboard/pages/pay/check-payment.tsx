import { useQuery } from "@tanstack/react-query";
import type { PageShape } from "../../../api/shapes.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Button } from "../../../ui/button.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { useHeading } from "../../../ui/use-heading.ts";
import { useHere } from "../../context.ts";
import { Deadline } from "../../parts/deadline.tsx";
import { Fact, Facts, LongFact, TextFact } from "../../parts/facts.tsx";
import type { CheckStep } from "../../parts/make-form.tsx";
import type { Limits } from "./limits.tsx";
import { amountOf, type PayBody } from "./payment-body.ts";
import { KINDS } from "./recipient.ts";

/** Source: docs/contract.md, "Payments": the call waits for the outcome. */
const WAITING =
  "Up to 25 seconds until it is known whether it is paid. You may leave: it goes on, and is in All payments.";

/** All of a payment once more, and the button that pays it. */
export function CheckPayment({ body, limits, isBusy, onMake, onBack }: CheckStep<PayBody> & { limits: Limits }) {
  const heading = useHeading("Check and pay");
  const { data, error, refetch } = useQuote(body);
  const quote = error === null ? data : undefined;
  const isTooMuch =
    quote !== undefined && limits.available !== undefined && BigInt(quote.total) > BigInt(limits.available);
  return (
    <section aria-label="Check the payment">
      <h2 ref={heading} tabIndex={-1}>
        Check and pay
      </h2>
      <Asked body={body} />
      {quote !== undefined && <Costs body={body} quote={quote} />}
      {quote === undefined && error === null && <Skeleton lines={4} />}
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isTooMuch && !isBusy && <p className="notice">That is more than the wallet holds.</p>}
      <div className="actions">
        {quote !== undefined && (
          // The second click of two on the form may land here.
          <Button busy={isBusy} onClick={({ detail }) => detail < 2 && onMake()}>
            Pay
          </Button>
        )}
        {!isBusy && (
          <Button look="second" onClick={onBack}>
            Back
          </Button>
        )}
      </div>
      <p className="hint" role="status">
        {isBusy && WAITING}
      </p>
    </section>
  );
}

/** What it would take, asked anew each time: an invoice may have expired. */
function useQuote(body: PayBody) {
  const { api, project } = useHere();
  const { kind, to } = body;
  const query = { kind, to, amount: amountOf(body) };
  return useQuery({
    queryKey: ["project", project.id, "quote", query],
    queryFn: ({ signal }) => api.get("/quote", { query, signal }),
    gcTime: 0,
  });
}

function Asked({ body: { kind, to, description, internalId } }: { body: PayBody }) {
  return (
    <Facts>
      {kind === "invoice" ? <LongFact name="Invoice" text={to} /> : <TextFact name="To" text={to} />}
      {kind !== "invoice" && <Fact name="Kind">{KINDS[kind]}</Fact>}
      <TextFact name={kind === "invoice" ? "Your description" : "Description"} text={description} />
      <TextFact name="internalId" text={internalId} />
    </Facts>
  );
}

function Costs({ body: { kind }, quote }: { body: PayBody; quote: PageShape<"PaymentQuote"> }) {
  const { amount, feeLimit, total, invoice } = quote;
  return (
    <Facts>
      {invoice !== null && (
        <>
          <Fact name="The invoice says">
            {invoice.description ? <bdi>{invoice.description}</bdi> : "No description"}
          </Fact>
          <Fact name="It expires">
            <Deadline at={invoice.expiresAt} />
          </Fact>
        </>
      )}
      <Fact name="The recipient gets">
        <strong>
          <Amount msats={amount} />
        </strong>
      </Fact>
      <Fact name={kind === "email" ? "Fee" : "Highest fee"}>
        {feeLimit === "0" ? "None" : <Amount msats={feeLimit} />}
      </Fact>
      <Fact name={kind === "email" || feeLimit === "0" ? "The wallet pays" : "The wallet pays at most"}>
        <strong>
          <Amount msats={total} />
        </strong>
      </Fact>
    </Facts>
  );
}
