import type { ReactNode } from "react";
import { useRamp } from "./context.ts";
import { LongText } from "./long-text.tsx";
import { Rows } from "./parts.tsx";
import { Destination } from "./quote.tsx";
import type { Purchase, State } from "./state.ts";

type Row = readonly [name: string, value: ReactNode];

/** By what a person asks about a purchase. */
export function PurchaseNumber({ purchase }: { purchase: Purchase }) {
  const { t } = useRamp();
  return (
    <p className="hint number">
      {t("ramp_receipt_number")} <bdi>{purchase.number}</bdi>
    </p>
  );
}

const GIVEN_BACK: readonly string[] = ["refund_pending", "refunded", "refund_failed"];

/** All that was agreed and done, to be kept or printed. */
export function Receipt({ purchase, state }: { purchase: Purchase; state: State }) {
  const { t, format } = useRamp();
  const { source_currency: currency, proof, card } = purchase;
  const { name, address, support } = state.seller;
  const isDelivered = proof != null || purchase.state === "completed";
  // Who gets the money back has bought nothing, and pays no fee.
  const isGivenBack = GIVEN_BACK.includes(purchase.state);
  const paid = format.money(purchase.source_amount, currency);
  const rows: readonly (Row | false)[] = [
    [t("ramp_receipt_number"), purchase.number],
    [t("ramp_receipt_date"), format.date(purchase.at)],
    !isGivenBack && [t("ramp_receipt_amount"), t("ramp_sats", { sats: format.sats(purchase.amount) })],
    !isGivenBack && [
      t("ramp_quote_price"),
      t("ramp_quote_price_of", { price: format.money(purchase.price, currency) }),
    ],
    !isGivenBack && [t("ramp_quote_fee"), format.money(purchase.fee_amount, currency)],
    purchase.network_fee != null &&
      !isGivenBack && [t("ramp_quote_network_fee"), t("ramp_sats", { sats: format.sats(purchase.network_fee) })],
    [t("ramp_done_paid"), paid],
    purchase.state === "refunded" && [t("ramp_receipt_given_back"), paid],
    card !== null && [t("ramp_done_card"), cardText(card)],
    isDelivered && [t("ramp_done_to"), <Destination key="to" state={state} />],
    proof?.kind === "preimage" && [t("ramp_receipt_proof"), <LongText key="proof" text={proof.text} />],
    proof?.kind === "txid" && [t("ramp_done_txid"), <LongText key="txid" text={proof.text} />],
    [t("ramp_receipt_seller"), <Lines key="seller" lines={[name, ...(address ?? "").split("\n")]} />],
    support !== null && [t("ramp_receipt_support"), support],
  ];
  return (
    <details className="receipt">
      <summary>{t("ramp_receipt")}</summary>
      <Rows rows={rows.filter((row) => row !== false)} />
    </details>
  );
}

/** "Visa ···· 4242". The brand is "" where it is not known. */
export function cardText({ brand, last4 }: NonNullable<Purchase["card"]>): string {
  return `${brand} ···· ${last4}`.trim();
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines
    .filter((line) => line !== "")
    .map((line) => (
      <span className="line" key={line}>
        {line}
      </span>
    ));
}
