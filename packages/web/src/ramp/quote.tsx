import { useRamp } from "./context.ts";
import { LongText } from "./long-text.tsx";
import { isIntoOwnWallet } from "./own-wallet.ts";
import { Rows } from "./parts.tsx";
import type { Price, State } from "./state.ts";

/** What a purchase costs and brings. `about`: no price holds yet. */
export function Quote({ purchase, state, about = false }: { purchase: Price; state: State; about?: boolean }) {
  const { t, format } = useRamp();
  const { source_amount, source_currency, fee_amount, network_fee, price, price_source } = purchase;
  return (
    <div className="quote">
      <p className="get">
        <span className="soft">{t(about ? "ramp_quote_get_about" : "ramp_quote_get")}</span>
        <strong>{t("ramp_sats", { sats: format.sats(purchase.amount) })}</strong>
        <span className="soft">{t("ramp_btc", { btc: format.btc(purchase.amount) })}</span>
      </p>
      <Rows
        rows={[
          [
            t(about ? "ramp_quote_price_now" : "ramp_quote_price"),
            t("ramp_quote_price_of", { price: format.money(price, source_currency) }),
          ],
          [t("ramp_quote_fee"), format.money(fee_amount, source_currency)],
          ...(network_fee == null
            ? []
            : [[t("ramp_quote_network_fee"), t("ramp_sats", { sats: format.sats(network_fee) })] as const]),
          [t("ramp_quote_to"), <Destination key="to" state={state} />],
          [t("ramp_quote_pay"), format.money(source_amount, source_currency), "total"],
        ]}
      />
      {price_source === "fixed" && <p className="hint">{t("ramp_quote_made_up")}</p>}
    </div>
  );
}

export function Destination({ state }: { state: State }) {
  const { t } = useRamp();
  const { destination } = state.session;
  return destination === null || isIntoOwnWallet(state) ? t("ramp_own_wallet") : <LongText text={destination} />;
}
