import { type SyntheticEvent, useState } from "react";
import { Button } from "../ui/button.tsx";
import { CheckedForm } from "../ui/checked-form.tsx";
import { Field } from "../ui/field.tsx";
import { cardNumberText, expiryText } from "./card-text.ts";
import { useRamp } from "./context.ts";
import { codeText } from "./failure-text.ts";
import { Alert } from "./parts.tsx";
import type { PayProps } from "./pay-props.ts";
import type { Key } from "./text.ts";
import { useGiving } from "./use-giving.ts";

/** Numbers that the sandbox knows, as the industry does; design: docs/decisions/0030. */
const TEST_CARDS = [
  ["4242 4242 4242 4242", "ramp_test_succeeds"],
  ["4000 0027 6000 3184", "ramp_test_challenge"],
  ["4000 0000 0000 0002", "ramp_test_declined"],
  ["4000 0000 0000 9995", "ramp_test_poor"],
  ["4000 0000 0000 0259", "ramp_test_disputed"],
] as const satisfies readonly (readonly [string, Key])[];

const SAMPLE = { expiry: "12 / 34", cvc: "123" };

/** Our own form for cards that are made up. */
export function SandboxCard({ reference, ...props }: PayProps & { reference: string }) {
  const { purchase, isOver, renew, renewing, onChallenge } = props;
  const { api, t, format } = useRamp();
  const { busy, failure, fail, give } = useGiving(props);
  const [card, setCard] = useState({ number: "", expiry: "", cvc: "" });
  const [incomplete, setIncomplete] = useState<keyof Card>();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isOver) return renew();
    const missing = FIELDS.find((field) => card[field].length < LEAST[field]);
    setIncomplete(missing);
    fail(undefined);
    if (missing !== undefined) return;
    give(async () => {
      const { state, reason, challenge_url } = await api.sandboxCard(reference, card);
      if (state === "requires_action") onChallenge(challenge_url);
      return state === "declined" ? codeText(t, reason ?? "card_declined") : undefined;
    });
  };
  return (
    <CheckedForm onSubmit={submit} noValidate>
      <CardFields card={card} setCard={setCard} incomplete={incomplete} />
      <TestCards choose={(number) => setCard({ number, ...SAMPLE })} />
      <Alert>{failure}</Alert>
      <Button type="submit" busy={busy || renewing}>
        {isOver
          ? t("ramp_card_renew")
          : t("ramp_card_pay", { amount: format.money(purchase.source_amount, purchase.source_currency) })}
      </Button>
    </CheckedForm>
  );
}

type Card = { readonly number: string; readonly expiry: string; readonly cvc: string };
const FIELDS = ["number", "expiry", "cvc"] as const;
/** Characters of what is complete, as it is written in its field. */
const LEAST = { number: 15, expiry: 7, cvc: 3 } as const;

type CardFieldsProps = {
  readonly card: Card;
  setCard(card: Card): void;
  /** The first field that is. */
  readonly incomplete: keyof Card | undefined;
};

function CardFields({ card, setCard, incomplete }: CardFieldsProps) {
  const { t } = useRamp();
  const wrong = (field: keyof Card) => (field === incomplete ? t("ramp_card_incomplete") : undefined);
  return (
    <div className="card-fields">
      <Field
        label={t("ramp_card_number")}
        value={card.number}
        onChange={({ target }) => setCard({ ...card, number: cardNumberText(target.value) })}
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        wrong={wrong("number")}
      />
      <Field
        label={t("ramp_card_expiry")}
        value={card.expiry}
        onChange={({ target }) => setCard({ ...card, expiry: expiryText(target.value) })}
        inputMode="numeric"
        autoComplete="cc-exp"
        placeholder={t("ramp_card_expiry_form")}
        wrong={wrong("expiry")}
      />
      <Field
        label={t("ramp_card_cvc")}
        value={card.cvc}
        onChange={({ target }) => setCard({ ...card, cvc: target.value.replaceAll(/\D/g, "").slice(0, 4) })}
        inputMode="numeric"
        autoComplete="cc-csc"
        placeholder="123"
        wrong={wrong("cvc")}
      />
    </div>
  );
}

function TestCards({ choose }: { choose: (number: string) => void }) {
  const { t } = useRamp();
  return (
    <details className="test-cards">
      <summary>{t("ramp_test_cards")}</summary>
      <ul>
        {TEST_CARDS.map(([number, meaning]) => (
          <li key={number}>
            <button type="button" onClick={() => choose(number)}>
              <span>{number}</span>
              <span className="soft">{t(meaning)}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
