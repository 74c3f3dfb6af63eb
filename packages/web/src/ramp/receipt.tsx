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
      {t("receipt_number")} <bdi>{purchase.number}</bdi>
    </p>
  );
}

/** All that was agreed and done, to be kept or printed. */
export function Receipt({ purchase, state }: { purchase: Purchase; state: State }) {
  const { t, format } = useRamp();
  const { source_currency: currency, proof, card } = purchase;
  const { name, address, support } = state.seller;
  const isDelivered = proof != null || purchase.state === "completed";
  const rows: readonly (Row | false)[] = [
    [t("receipt_number"), purchase.number],
    [t("receipt_date"), format.date(purchase.at)],
    [t("receipt_amount"), t("sats", { sats: format.sats(purchase.amount) })],
    [t("quote_price"), t("quote_price_of", { price: format.money(purchase.price, currency) })],
    [t("quote_fee"), format.money(purchase.fee_amount, currency)],
    purchase.network_fee != null && [t("quote_network_fee"), t("sats", { sats: format.sats(purchase.network_fee) })],
    [t("done_paid"), format.money(purchase.source_amount, currency)],
    card !== null && [t("done_card"), `${card.brand} ···· ${card.last4}`],
    isDelivered && [t("done_to"), <Destination key="to" state={state} />],
    proof?.kind === "preimage" && [t("receipt_proof"), <LongText key="proof" text={proof.text} />],
    proof?.kind === "txid" && [t("done_txid"), <LongText key="txid" text={proof.text} />],
    [t("receipt_seller"), <Lines key="seller" lines={[name, ...(address ?? "").split("\n")]} />],
    support !== null && [t("receipt_support"), support],
  ];
  return (
    <details className="receipt">
      <summary>{t("receipt")}</summary>
      <Rows rows={rows.filter((row) => row !== false)} />
    </details>
  );
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
