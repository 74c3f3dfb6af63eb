import { Amount } from "../../../ui/amount.tsx";
import { UnitSwitch } from "../../../ui/unit-switch.tsx";
import { useWallet } from "../../context.ts";
import { Fact, Facts } from "../../parts/facts.tsx";
import type { PaymentPreview } from "./payment-preview.ts";

/** What arrives, what it costs at most, and what that makes. */
export function Costs({
  preview: { cost, isHere, kind, available },
  amount,
}: {
  preview: PaymentPreview;
  amount: string;
}) {
  const { t } = useWallet();
  return (
    <>
      <UnitSwitch />
      <Facts>
        <Fact name={t("money_receive")}>
          <strong>
            <Amount msats={amount} />
          </strong>
        </Fact>
        {cost !== null && (
          <Fact name={t("money_fee")}>
            {cost.feeLimit === "0" ? (
              t("money_fee_none")
            ) : (
              <>
                {kind !== "email" && `${t("wallet_at_most")} `}
                <Amount msats={cost.feeLimit} />
                {kind !== "email" && !isHere && <span className="hint"> {t("wallet_send_fee_back")}</span>}
              </>
            )}
          </Fact>
        )}
        {cost !== null && cost.feeLimit !== "0" && (
          <Fact name={t("wallet_send_total")}>
            <Amount msats={cost.total} />
          </Fact>
        )}
        <Fact name={t("wallet_send_available")}>
          <Amount msats={available} />
        </Fact>
      </Facts>
    </>
  );
}
