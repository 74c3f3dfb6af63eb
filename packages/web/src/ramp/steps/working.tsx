import { useRamp } from "../context.ts";
import { Alert, Button, CloseButton, Icon, Rows, Sign, Spinner, StepView } from "../parts.tsx";
import { Destination } from "../quote.tsx";
import type { Purchase, State } from "../state.ts";
import type { Key } from "../texts/en.ts";
import { useAction } from "../use-action.ts";

/** What happens after the card, in this order, and when it has happened. */
const PARTS: readonly { readonly text: Key; readonly doneIn: readonly string[] }[] = [
  { text: "working_authorized", doneIn: ["authorized", "captured", "delivering", "completed"] },
  { text: "working_captured", doneIn: ["captured", "delivering", "completed"] },
  { text: "working_delivering", doneIn: ["completed"] },
];

export function WorkingStep({ purchase }: { purchase: Purchase }) {
  const { t } = useRamp();
  const current = PARTS.findIndex(({ doneIn }) => !doneIn.includes(purchase.state));
  return (
    <StepView title={t("working_title")}>
      <p className="soft">{t("working_stay")}</p>
      <ol className="progress-list">
        {PARTS.map(({ text }, i) => (
          <li
            key={text}
            className={i < current ? "over" : i === current ? "current" : ""}
            aria-current={i === current ? "step" : undefined}
          >
            <span className="dot">
              {i < current ? <Icon name="check" size={16} /> : i === current ? <Spinner /> : null}
            </span>
            <span>{t(text)}</span>
            {i < current && <span className="hidden">{t("working_done")}</span>}
          </li>
        ))}
      </ol>
      <p role="status" className="hidden">
        {t(PARTS[current]?.text ?? "working_title")}
      </p>
    </StepView>
  );
}

export function DoneStep({ state, purchase }: { state: State; purchase: Purchase }) {
  const { t, format } = useRamp();
  return (
    <StepView title={t("done_title")} icon={<Sign name="check" kind="good" />}>
      <p className="big">{t("sats", { sats: format.sats(purchase.amount) })}</p>
      <p className="soft">{t("btc", { btc: format.btc(purchase.amount) })}</p>
      <Rows
        rows={[
          [t("done_to"), <Destination key="to" state={state} />],
          [t("done_paid"), format.money(purchase.source_amount, purchase.source_currency)],
          ...(purchase.card === null
            ? []
            : [[t("done_card"), `${purchase.card.brand} ···· ${purchase.card.last4}`] as const]),
        ]}
      />
      <CloseButton>{t("done")}</CloseButton>
    </StepView>
  );
}

export function OnHoldStep({ purchase }: { purchase: Purchase }) {
  const { t } = useRamp();
  return (
    <StepView title={t("hold_title")} icon={<Sign name="clock" kind="soft" />}>
      <p className="soft">{t("hold_text")}</p>
      <CreditInstead purchase={purchase} />
      <CloseButton look="second">{t("close")}</CloseButton>
    </StepView>
  );
}

export function RefundedStep({ purchase }: { purchase: Purchase }) {
  const { t, format } = useRamp();
  const amount = format.money(purchase.source_amount, purchase.source_currency);
  const text = purchase.state === "refunded" || purchase.state === "refund_failed" ? purchase.state : "refund_pending";
  return (
    <StepView title={t(`${text}_title`)} icon={<Sign name="back" kind="soft" />}>
      <p className="soft">{t(text, { amount })}</p>
      {purchase.state === "refund_pending" && <CreditInstead purchase={purchase} />}
      <CloseButton look="second">{t("close")}</CloseButton>
    </StepView>
  );
}

/** The bitcoin goes to the person's own wallet here, instead of the destination or of the money going back. */
export function CreditInstead({ purchase }: { purchase: Purchase }) {
  const { api, store, t } = useRamp();
  const { busy, failure, run } = useAction();
  return (
    <>
      <Alert>{failure}</Alert>
      <Button look="second" busy={busy} onClick={() => run(() => store.act(() => api.credit(purchase.id)))}>
        {t("credit_instead")}
      </Button>
    </>
  );
}
