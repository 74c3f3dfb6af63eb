import { Link } from "@tanstack/react-router";
import type { PageShape } from "../../../api/shapes.ts";
import { Amount } from "../../../ui/amount.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Time } from "../../../ui/time.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { DetailPanel } from "../../parts/detail-panel.tsx";
import { Fact, Facts, LongFact, TextFact } from "../../parts/facts.tsx";
import { State } from "../../parts/state.tsx";
import { PURCHASE_STATES } from "../../parts/states-of-things.ts";
import { ThingLink } from "../../parts/thing-link.tsx";
import { Timeline } from "../../parts/timeline.tsx";
import { CardAmount } from "./card-amount.tsx";

type Purchase = PageShape<"RampPurchase">;

/** One purchase, as its project sees it: not with which card, nor from where. */
export function PurchaseDetail() {
  const { api } = useHere();
  return (
    <DetailPanel
      title="Purchase"
      list="ramp"
      noun="purchase"
      live={["ramp"]}
      read={(id, signal) => api.get("/purchases/{id}", { params: { id }, signal })}
    >
      {(purchase) => <PurchaseFacts purchase={purchase} />}
    </DetailPanel>
  );
}

function PurchaseFacts({ purchase }: { purchase: Purchase }) {
  const { source_currency: currency } = purchase;
  return (
    <>
      <p className="sum">
        <Amount msats={purchase.amount} /> <State states={PURCHASE_STATES} of={purchase.state} />
      </p>
      <Timeline of="purchase" id={purchase.purchase_id} advice="The buyer need not pay again." />
      <Facts>
        <Fact name="Number">
          <span className="code">{purchase.number}</span> <CopyButton text={purchase.number} name="number" />
        </Fact>
        <Fact name="Card pays">
          <CardAmount amount={purchase.source_amount} currency={currency} />
        </Fact>
        <Fact name="Fee in it">
          <CardAmount amount={purchase.fee_amount} currency={currency} />
        </Fact>
        {purchase.network_fee !== null && (
          <Fact name="Miners get">
            <Amount msats={purchase.network_fee} />
          </Fact>
        )}
        <Fact name="Price of a bitcoin">
          <CardAmount amount={purchase.price} currency={currency} />
          {purchase.price_source === "fixed" && " (made up, on a test network)"}
        </Fact>
        <LongFact name="Goes to" text={purchase.destination} />
        <TextFact name="Failed with" text={purchase.failure_code} />
        <Fact name="Begun">
          <Time at={purchase.begun_at} exact />
        </Fact>
        {purchase.ended_at !== null && (
          <Fact name="Ended">
            <Time at={purchase.ended_at} exact />
          </Fact>
        )}
        <LongFact name="Id" text={purchase.purchase_id} />
        <LongFact name="Payment of the operator" text={purchase.payment_id} />
      </Facts>
      <Around purchase={purchase} />
    </>
  );
}

function Around({ purchase: { session_id, user_id } }: { purchase: Purchase }) {
  const { project } = useHere();
  return (
    <>
      <ul className="around" aria-label="What belongs to it">
        <li>
          <ThingLink kind="session" id={session_id}>
            The session that it was begun in
          </ThingLink>
        </li>
        <li>
          <ThingLink kind="user" id={user_id}>
            The buyer, as a user of your applications
          </ThingLink>
        </li>
        <li>
          <Link to={addressOf(project.id, "ramp")} search={{ user_id } as never}>
            All purchases of this buyer
          </Link>
        </li>
        <li>
          <a href={`/ramp/${encodeURIComponent(session_id)}`}>Page with the receipt</a>
        </li>
      </ul>
      <p className="hint">
        The receipt is shown in the browser that bought, and is in the mail to the buyer. Elsewhere its page asks for
        the session.
      </p>
    </>
  );
}
