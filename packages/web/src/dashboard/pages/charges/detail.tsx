import type { Shape } from "../../../api/shapes.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Time } from "../../../ui/time.tsx";
import { useHere } from "../../context.ts";
import { DetailPanel } from "../../parts/detail-panel.tsx";
import { Fact, Facts, LongFact, TextFact } from "../../parts/facts.tsx";
import { PayCode } from "../../parts/pay-code.tsx";
import { State } from "../../parts/state.tsx";
import { CHARGE_STATES } from "../../parts/states-of-things.ts";
import { ThingLink } from "../../parts/thing-link.tsx";
import { Timeline } from "../../parts/timeline.tsx";

type Charge = Shape<"Charge">;

/** One charge. It turns green when it is paid. */
export function ChargeDetail() {
  const { api } = useHere();
  return (
    <DetailPanel
      title="Charge"
      list="charges"
      noun="charge"
      live={["receipt"]}
      read={(id, signal) => api.get("/v0/charges/{id}", { params: { id }, signal })}
    >
      {(charge) => <ChargeFacts charge={charge} />}
    </DetailPanel>
  );
}

function ChargeFacts({ charge }: { charge: Charge }) {
  const { status, invoice, payerData } = charge;
  return (
    <>
      <p className="sum" role="status">
        <Amount msats={charge.amount} /> <State states={CHARGE_STATES} of={status} />
      </p>
      {status === "pending" && invoice.request !== "" && (
        <PayCode label="Invoice as a QR code" text={invoice.request} uri={invoice.uri} name="invoice" />
      )}
      <Timeline of="charge" id={charge.id} />
      <Facts>
        <TextFact name="For" text={charge.description} />
        <Fact name="Received">
          <Amount msats={charge.received} />
        </Fact>
        <Fact name="Made">
          <Time at={charge.createdAt} exact />
        </Fact>
        <Fact name={status === "pending" ? "Can be paid until" : "Could be paid until"}>
          <Time at={charge.expiresAt} exact />
        </Fact>
        {charge.confirmedAt !== null && (
          <Fact name="Paid">
            <Time at={charge.confirmedAt} exact />
          </Fact>
        )}
        <TextFact name="Comment" text={charge.comment} />
        <TextFact name="Payer" text={payerData?.name} />
        <LongFact name="Payer’s address" text={payerData?.identifier} />
        <LongFact name="Payer’s e-mail" text={payerData?.email} />
        <LongFact name="internalId" text={charge.internalId} />
        <LongFact name="Id" text={charge.id} />
        <LongFact name="Invoice" text={invoice.request} />
        <LongFact name="callbackUrl" text={charge.callbackUrl} />
      </Facts>
      {charge.staticChargeId !== null && (
        <ul className="around" aria-label="What belongs to it">
          <li>
            <ThingLink kind="static_charge" id={charge.staticChargeId}>
              The static charge that gave it out
            </ThingLink>
          </li>
        </ul>
      )}
    </>
  );
}
