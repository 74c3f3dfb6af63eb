import { Amount } from "../../ui/amount.tsx";
import { useUnit } from "../../ui/unit.ts";

/** An amount that is exact, as that of an invoice: in sats, with the unit that the person has chosen behind it. */
export function Sats({ msats }: { msats: string }) {
  const { unit } = useUnit();
  return (
    <>
      <Amount msats={msats} unit="sat" />
      {unit !== "sat" && (
        <span className="soft">
          {" "}
          (<Amount msats={msats} />)
        </span>
      )}
    </>
  );
}
