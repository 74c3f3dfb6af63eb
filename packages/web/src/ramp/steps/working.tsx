import { Button, Spinner } from "../../ui/button.tsx";
import { BACK, CHECK, CLOCK, Icon } from "../../ui/icon.tsx";
import { useRamp } from "../context.ts";
import { LongText } from "../long-text.tsx";
import { isFromOwnWallet, isIntoOwnWallet, WALLET_PATH } from "../own-wallet.ts";
import { Alert, CloseButton, Notice, Rows, Sign, StepView } from "../parts.tsx";
import { Destination } from "../quote.tsx";
import { cardText, PurchaseNumber, Receipt } from "../receipt.tsx";
import type { Purchase, State } from "../state.ts";
import type { Key } from "../text.ts";
import { useAction } from "../use-action.ts";
import { Held, WaitingFor } from "./waiting-for.tsx";

type Part = { readonly text: Key; readonly isOver: boolean };

/** What happens after the card, in this order. Over the chain the bitcoin is sent first, and confirmed later. */
function partsOf({ state, prepared, network_fee, txid }: Purchase): readonly Part[] {
  const isAfter = (...states: readonly string[]) => states.includes(state);
  const parts: readonly Part[] = [
    { text: "ramp_working_authorized", isOver: isAfter("authorized", "captured", "delivering", "completed") },
    { text: "ramp_working_prepared", isOver: prepared || isAfter("captured", "delivering", "completed") },
    { text: "ramp_working_captured", isOver: isAfter("captured", "delivering", "completed") },
    { text: "ramp_working_delivering", isOver: isAfter("completed") || txid != null },
  ];
  return network_fee == null ? parts : [...parts, { text: "ramp_working_confirmed", isOver: isAfter("completed") }];
}

export function WorkingStep({ state, purchase }: { state: State; purchase: Purchase }) {
  const { t } = useRamp();
  return (
    <StepView title={t("ramp_working_title")}>
      <Progress state={state} purchase={purchase} />
      <PurchaseNumber purchase={purchase} />
    </StepView>
  );
}

/** What was done and what is done now, from the card to the bitcoin. */
export function Progress({ state, purchase }: { state: State; purchase: Purchase }) {
  const { t } = useRamp();
  const parts = partsOf(purchase);
  const current = parts.findIndex(({ isOver }) => !isOver);
  const waiting = state.paused ? null : purchase.waiting;
  return (
    <>
      {waiting === null && (
        <p className="soft">{t(purchase.txid == null ? "ramp_working_stay" : "ramp_working_chain")}</p>
      )}
      <WaitingFor waiting={waiting} state={state} purchase={purchase} />
      <ol className="progress-list">
        {parts.map(({ text }, i) => (
          <li
            key={text}
            className={i < current ? "over" : i === current ? "current" : ""}
            aria-current={i === current ? "step" : undefined}
          >
            <span className="dot">
              {i < current ? <Icon path={CHECK} size={16} /> : i === current ? <Spinner /> : null}
            </span>
            <span>{t(text)}</span>
            {i < current && <span className="hidden">{t("ramp_working_done")}</span>}
          </li>
        ))}
      </ol>
      <p role="status" className="hidden">
        {t(parts[current]?.text ?? "ramp_working_title")}
      </p>
      {purchase.txid != null && <Rows rows={[[t("ramp_done_txid"), <LongText key="txid" text={purchase.txid} />]]} />}
    </>
  );
}

export function DoneStep({ state, purchase }: { state: State; purchase: Purchase }) {
  const { t, format } = useRamp();
  return (
    <StepView title={t("ramp_done_title")} icon={<Sign path={CHECK} kind="good" />}>
      <p className="big">{t("ramp_sats", { sats: format.sats(purchase.amount) })}</p>
      <p className="soft">{t("ramp_btc", { btc: format.btc(purchase.amount) })}</p>
      <Rows
        rows={[
          [t("ramp_done_to"), <Destination key="to" state={state} />],
          [t("ramp_done_paid"), format.money(purchase.source_amount, purchase.source_currency)],
          ...(purchase.card === null ? [] : [[t("ramp_done_card"), cardText(purchase.card)] as const]),
          ...(purchase.txid == null
            ? []
            : [[t("ramp_done_txid"), <LongText key="txid" text={purchase.txid} />] as const]),
        ]}
      />
      {isIntoOwnWallet(state) && !isFromOwnWallet(state.session, location.origin) && (
        <OwnWallet email={state.session.email} />
      )}
      <Receipt purchase={purchase} state={state} />
      <CloseButton>{t("ramp_done")}</CloseButton>
    </StepView>
  );
}

/** Where what was bought is found: in a window of its own, as another site may be around this page. */
function OwnWallet({ email }: { email: string }) {
  const { t } = useRamp();
  return (
    <>
      <p>{t("ramp_done_own", { email })}</p>
      <a className="button second" href={WALLET_PATH} target="_blank" rel="noreferrer">
        {t("ramp_done_own_go")}
      </a>
    </>
  );
}

export function OnHoldStep({ state, purchase }: { state: State; purchase: Purchase }) {
  const { t } = useRamp();
  return (
    <StepView title={t("ramp_hold_title")} icon={<Sign path={CLOCK} kind="soft" />}>
      <p className="soft">
        <Held waiting={purchase.waiting} />
      </p>
      {isIntoOwnWallet(state) ? <Notice>{t("ramp_credit_chosen")}</Notice> : <CreditInstead purchase={purchase} />}
      <PurchaseNumber purchase={purchase} />
      <CloseButton look="second">{t("ramp_close")}</CloseButton>
    </StepView>
  );
}

export function RefundedStep({ state, purchase }: { state: State; purchase: Purchase }) {
  const { t, format } = useRamp();
  const amount = format.money(purchase.source_amount, purchase.source_currency);
  const text = purchase.state === "refunded" || purchase.state === "refund_failed" ? purchase.state : "refund_pending";
  return (
    <StepView title={t(`ramp_${text}_title`)} icon={<Sign path={BACK} kind="soft" />}>
      <p>{t("ramp_error_delivery")}</p>
      <p className="soft">{t(`ramp_${text}`, { amount })}</p>
      <Receipt purchase={purchase} state={state} />
      <CloseButton look="second">{t("ramp_close")}</CloseButton>
    </StepView>
  );
}

/** The bitcoin goes to the person's own wallet here, instead of the destination: while the purchase is on hold. */
function CreditInstead({ purchase }: { purchase: Purchase }) {
  const { api, store, t } = useRamp();
  const { busy, failure, run } = useAction();
  return (
    <>
      <Alert>{failure}</Alert>
      <Button look="second" busy={busy} onClick={() => run(() => store.act(() => api.credit(purchase.id)))}>
        {t("ramp_credit_instead")}
      </Button>
    </>
  );
}
