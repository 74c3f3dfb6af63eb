import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Shape } from "../../../api/shapes.ts";
import { Button } from "../../../ui/button.tsx";
import { Time } from "../../../ui/time.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { DetailPanel } from "../../parts/detail-panel.tsx";
import { Fact, Facts, LongFact, TextFact } from "../../parts/facts.tsx";
import { PayCode } from "../../parts/pay-code.tsx";
import { State } from "../../parts/state.tsx";
import { STATIC_CHARGE_STATES } from "../../parts/states-of-things.ts";
import { useMayDo } from "../../parts/use-may-do.ts";
import { Range } from "./range.tsx";

type StaticCharge = Shape<"StaticCharge">;

export function StaticChargeDetail() {
  const { api } = useHere();
  return (
    <DetailPanel
      title="Static charge"
      list="charges/static"
      noun="static-charge"
      live={["charge"]}
      read={(id, signal) => api.get("/v0/static-charges/{id}", { params: { id }, signal })}
    >
      {(charge) => <StaticFacts charge={charge} />}
    </DetailPanel>
  );
}

function StaticFacts({ charge }: { charge: StaticCharge }) {
  const { project } = useHere();
  const { invoice, slots, allowedSlots, status } = charge;
  return (
    <>
      <p className="sum" role="status">
        <Range charge={charge} /> <State states={STATIC_CHARGE_STATES} of={status} />
      </p>
      {status === "active" && (
        <PayCode label="The static charge as a QR code" text={invoice.request} uri={invoice.uri} name="LNURL" />
      )}
      <Facts>
        <TextFact name="For" text={charge.description} />
        <Fact name="Paid">
          {slots} times{allowedSlots !== null && `, of ${allowedSlots} at most`}
        </Fact>
        <TextFact name="Says after it" text={charge.successMessage} />
        <Fact name="Made">
          <Time at={charge.createdAt} exact />
        </Fact>
        <LongFact name="internalId" text={charge.internalId} />
        <LongFact name="Id" text={charge.id} />
        <LongFact name="LNURL" text={invoice.request} />
        <LongFact name="callbackUrl" text={charge.callbackUrl} />
      </Facts>
      <ul className="around" aria-label="What belongs to it">
        <li>
          <Link to={addressOf(project.id, "charges")} search={{ staticChargeId: charge.id } as never}>
            All charges that it gave out
          </Link>
        </li>
      </ul>
      <End charge={charge} />
    </>
  );
}

/** A static charge has no end of its own: it takes no more than were paid. */
function End({ charge }: { charge: StaticCharge }) {
  const { api, project } = useHere();
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const mayEnd = useMayDo("receive");
  if (!mayEnd || charge.status !== "active") return null;
  if (charge.slots === "0")
    return <p className="hint">It can be ended once it was paid: then it takes no more than were paid.</p>;
  const end = async () => {
    const body = { allowedSlots: charge.slots };
    await api.write("patch", "/v0/static-charges/{id}", { params: { id: charge.id }, body });
    await client.invalidateQueries({ queryKey: ["project", project.id] });
  };
  return (
    <div className="actions">
      <Button look="danger" onClick={() => setAsked(true)}>
        Take no more payments
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="Take no more payments?"
          action="Take no more"
          isFresh={false}
          act={end}
          onDone={() => setAsked(false)}
          onClose={() => setAsked(false)}
        >
          <p>
            It accepts no more payments: wallets that read its QR code show an error. Invoices that it gave out before
            can still be paid, and are credited.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
