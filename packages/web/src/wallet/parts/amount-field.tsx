import { Amount } from "../../ui/amount.tsx";
import { Field } from "../../ui/field.tsx";
import { useUnit } from "../../ui/unit.ts";
import { UnitSwitch } from "../../ui/unit-switch.tsx";
import { useWallet } from "../context.ts";
import type { TypedAmount } from "./use-amount.ts";

type FieldProps = {
  readonly amount: TypedAmount;
  readonly label: string;
  readonly wrong?: string | undefined;
  /** The unit can be changed here. */
  readonly hasUnits?: boolean;
};

/** A field for an amount, with the same amount in sat or money below. */
export function AmountField({ amount, label, wrong, hasUnits = true }: FieldProps) {
  const { t } = useWallet();
  const { unit, price } = useUnit();
  const name = unit === "fiat" ? (price?.currency ?? "") : unit === "btc" ? "BTC" : "sat";
  return (
    <>
      {hasUnits && <UnitSwitch />}
      <Field
        label={t("wallet_amount_in", { label, unit: name })}
        inputMode={unit === "sat" ? "numeric" : "decimal"}
        autoComplete="off"
        value={amount.typed}
        onChange={({ currentTarget }) => amount.type(currentTarget.value)}
        wrong={wrong}
      />
      {amount.msats !== undefined && unit !== "sat" && (
        <p className="hint">
          <Amount msats={amount.msats} unit="sat" />
        </p>
      )}
    </>
  );
}
