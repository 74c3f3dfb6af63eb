import { Amount } from "../../ui/amount.tsx";

export function AmountLine({ label, msats }: { label: string; msats: string }) {
  return (
    <p>
      <span className="soft">{label}</span> <Amount msats={msats} />
    </p>
  );
}
