import { useState } from "react";
import { msatsTyped, type Typing, typedOf } from "../../ui/typed-amount.ts";
import { useUnit } from "../../ui/unit.ts";
import { useUi } from "../../ui/words.ts";

/** An amount that is being typed. `msats`: undefined while it is none. */
export type TypedAmount = {
  readonly typed: string;
  readonly msats: string | undefined;
  type(text: string): void;
  /** In place of what was typed. */
  set(msats: string): void;
};

type Kept = { readonly text: string; readonly unit: Typing["unit"] };

/** Typed in the unit that the person has chosen; when that changes, the same amount is shown in the other one. */
export function useAmount(first?: string): TypedAmount {
  const { locale } = useUi();
  const { unit, price } = useUnit();
  const typing = { unit, locale, price };
  const [kept, setKept] = useState<Kept>(() => ({ text: first === undefined ? "" : typedOf(first, typing), unit }));
  const msats = msatsTyped(kept.text, { ...typing, unit: kept.unit });
  const typed = kept.unit === unit || msats === undefined ? kept.text : typedOf(msats, typing);
  return {
    typed,
    msats,
    type: (text) => setKept({ text, unit }),
    set: (amount) => setKept({ text: typedOf(amount, typing), unit }),
  };
}
