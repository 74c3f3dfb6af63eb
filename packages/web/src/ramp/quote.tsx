import { useRamp } from "./context.ts";
import { LongText } from "./long-text.tsx";
import { Rows } from "./parts.tsx";
import type { Price, State } from "./state.ts";

/** What a purchase costs and brings. `about`: no price holds yet. */
export function Quote({ purchase, state, about = false }: { purchase: Price; state: State; about?: boolean }) {
  const { t, format } = useRamp();
  const { source_amount, source_currency, fee_amount, network_fee, price, price_source } = purchase;
  return (
    <div className="quote">
      <p className="get">
        <span className="soft">{t(about ? "quote_get_about" : "quote_get")}</span>
        <strong>{t("sats", { sats: format.sats(purchase.amount) })}</strong>
        <span className="soft">{t("btc", { btc: format.btc(purchase.amount) })}</span>
      </p>
      <Rows
        rows={[
          [
            t(about ? "quote_price_now" : "quote_price"),
            t("quote_price_of", { price: format.money(price, source_currency) }),
          ],
          [t("quote_fee"), format.money(fee_amount, source_currency)],
          ...(network_fee == null
            ? []
            : [[t("quote_network_fee"), t("sats", { sats: format.sats(network_fee) })] as const]),
          [t("quote_to"), <Destination key="to" state={state} />],
          [t("quote_pay"), format.money(source_amount, source_currency), "total"],
        ]}
      />
      {price_source === "fixed" && <p className="hint">{t("quote_made_up")}</p>}
    </div>
  );
}

export function Destination({ state: { session } }: { state: State }) {
  const { t } = useRamp();
  if (session.destination === null) return <>{t("own_wallet")}</>;
  return <LongText text={session.destination} />;
}
