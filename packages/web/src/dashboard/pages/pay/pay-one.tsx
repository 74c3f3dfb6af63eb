import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { Amount } from "../../../ui/amount.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { shortText } from "../../../ui/format.ts";
import { useHere } from "../../context.ts";
import { MakeForm, type ReadForm } from "../../parts/make-form.tsx";
import { repeatsOf } from "../../parts/run-rows.ts";
import { msatsIn, textIn } from "../../parts/sats-field.tsx";
import { ThingLink } from "../../parts/thing-link.tsx";
import { Timeline } from "../../parts/timeline.tsx";
import { type Making, useMakeOnce } from "../../parts/use-make-once.ts";
import { CheckPayment } from "./check-payment.tsx";
import type { Limits } from "./limits.tsx";
import { PayAnyway } from "./pay-anyway.tsx";
import {
  amountOf,
  INTERNAL_ID_CHARACTERS_MAX,
  overCap,
  type PayBody,
  type Sent,
  sendPayment,
  wrongBody,
} from "./payment-body.ts";
import { PaymentState } from "./payment-state.tsx";
import { isKind, isOfKind, KINDS, type Kind, kindOf, plainRecipient } from "./recipient.ts";

type Made = { readonly body: PayBody; readonly sent: Sent };

/** One payment. It is made once, also when its answer is lost: a reload shows it, and no empty form. */
export function PayOne({ limits }: { limits: Limits }) {
  const { api } = useHere();
  const making = useMakeOnce<PayBody, Made>("pay", async (body, key) => ({
    body,
    sent: await sendPayment(api, body, key),
  }));
  if (making.state.kind === "made") return <Result made={making.state.made} onDone={making.done} />;
  return (
    <div>
      <PayForm making={making} limits={limits} />
      <Repeated making={making} />
    </div>
  );
}

function PayForm({ making, limits }: { making: Making<PayBody, Made>; limits: Limits }) {
  return (
    <MakeForm
      making={making}
      verb="Pay"
      check={{ verb: "Check the payment", show: (step) => <CheckPayment {...step} limits={limits} /> }}
      isFresh
      read={(form) => readForm(form, limits)}
      about={about}
    >
      <Field
        label="To"
        name="to"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="A Lightning address, an LNURL, an invoice, a gamertag, or an e-mail address."
      />
      <KindField />
      <Field
        label="Amount in sats"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        hint="May be empty for an invoice that has one."
      />
      <Field
        label="Description"
        name="description"
        maxLength={1_000}
        hint="A Lightning address and an e-mail address get to see it. Otherwise it is for your own use."
      />
      <Field
        label="internalId"
        name="internalId"
        maxLength={INTERNAL_ID_CHARACTERS_MAX}
        hint="Yours, such as the number of an order: you find the payment by it."
      />
    </MakeForm>
  );
}

/** A way to pay what was refused because it may be paid already. */
function Repeated({ making: { state, send } }: { making: Making<PayBody, Made> }) {
  const [isAsked, setIsAsked] = useState(false);
  if (state.kind !== "form" || state.body === undefined) return null;
  const { body } = state;
  const repeats = repeatsOf(state.error);
  if (repeats.length === 0) return null;
  return (
    <>
      <p className="around">
        <Button look="second" onClick={() => setIsAsked(true)}>
          Pay it all the same …
        </Button>
      </p>
      {isAsked && (
        <PayAnyway
          what="it"
          body={body}
          repeats={repeats}
          onPay={(payAnyway) => {
            setIsAsked(false);
            send({ ...body, payAnyway });
          }}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  );
}

function about(body: PayBody) {
  return (
    <>
      <Amount msats={amountOf(body)} /> to <bdi>{body.to}</bdi>
    </>
  );
}

function KindField() {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>Kind</label>
      <select id={id} name="kind" defaultValue="">
        <option value="">Automatic</option>
        {Object.entries(KINDS).map(([kind, words]) => (
          <option key={kind} value={kind}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

function readForm(form: FormData, { cap }: Limits): ReadForm<PayBody> {
  const to = plainRecipient(textIn(form, "to") ?? "");
  const kind = chosenKind(textIn(form, "kind") ?? "", to);
  if (kind === undefined) return { wrong: "This is no recipient that can be paid. Check it.", at: "to" };
  const amount = msatsIn(form, "amount");
  if (amount === undefined && textIn(form, "amount") !== undefined)
    return { wrong: "The amount must be sats such as 50000, above zero.", at: "amount" };
  const [description, internalId] = [textIn(form, "description"), textIn(form, "internalId")];
  const body: PayBody = {
    kind,
    to,
    ...(amount !== undefined && { amount }),
    ...(description !== undefined && { description }),
    ...(internalId !== undefined && { internalId }),
  };
  return wrongBody(body) ?? overCap(body, cap) ?? { body };
}

function chosenKind(chosen: string, to: string): Kind | undefined {
  if (!isKind(chosen)) return kindOf(to);
  return isOfKind(to, chosen) ? chosen : undefined;
}

function Result({ made: { body, sent }, onDone }: { made: Made; onDone: Making<PayBody, Made>["done"] }) {
  const client = useQueryClient();
  const { project } = useHere();
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ["project", project.id] });
  }, [client, project.id]);
  return (
    <section aria-label="What became of the payment">
      <p className="sum" role="status">
        <Amount msats={amountOf(body)} /> <PaymentState sent={sent} />
      </p>
      <p className="around">
        To <bdi title={body.to}>{shortText(body.to)}</bdi>.{" "}
        <ThingLink kind={sent.thing} id={sent.id}>
          {sent.thing === "voucher" ? "Look at the voucher" : "Look at the payment"}
        </ThingLink>
      </p>
      {sent.thing === "payment" && sent.status === "processing" && (
        <Timeline of="payment" id={sent.id} advice="Do not pay again before." isShort />
      )}
      {/* The second click of two on "Pay" may land here: the result stays to be seen. */}
      <Button onClick={({ detail }) => detail < 2 && onDone()}>Another payment</Button>
    </section>
  );
}
