import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import { amountText, satsText } from "../../ui/format.ts";
import { isForNow, Refused } from "../api.ts";
import { useRamp } from "../context.ts";
import { failureText } from "../failure-text.ts";
import { chosenBefore, type Price, type State } from "../state.ts";
import { useAction } from "../use-action.ts";

/** A person types faster than we ask for prices. */
const QUIET_MS = 350;
/** Prices move. */
const OLD_MS = 30_000;
/** Until the service is asked again that could not answer. */
const SOON_MS = 3_000;

type Asked = { readonly amount: string } | { readonly sats: string };

/** What a person types into the amount, and about what it brings. */
export function useAmount(state: State, onContinue: () => void) {
  const { api, store, t, format } = useRamp();
  const action = useAction();
  const before = chosenBefore(state);
  const [unit, setUnitOnly] = useState<"money" | "sats">("money");
  const [typed, setTypedOnly] = useState(before === undefined ? "" : format.typed(before.amount));
  const [currency, setCurrency] = useState(before?.currency ?? firstCurrency(state));
  const asked = askedOf(typed, unit, format.locale);
  const { price, asking, refused, ask } = usePrice(asked, currency, state.limits);
  const isEmpty = typed.trim() === "";
  const example = unit === "money" ? format.typed("1234.5") : format.sats("1234000");
  const setTyped = (text: string) => {
    action.fail(undefined);
    setTypedOnly(text);
  };
  const setUnit = (next: "money" | "sats") => {
    setTyped(price === undefined ? "" : inUnit(price, next, format));
    setUnitOnly(next);
  };

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isEmpty) return action.fail(t("ramp_amount_enter"));
    if (asked === undefined) return;
    const isTaken = await action.run(async () => {
      const amount = "amount" in asked ? asked.amount : (price ?? (await ask())).source_amount;
      await store.act(() => api.quote(amount, currency, state.terms?.version));
    });
    if (isTaken) onContinue();
  };
  const wrong = !isEmpty && asked === undefined ? t("ramp_amount_no_number", { example }) : refused;
  return { unit, setUnit, typed, setTyped, currency, setCurrency, price, asking, wrong, action, submit };
}

function inUnit(price: Price, unit: "money" | "sats", { typed, sats }: ReturnType<typeof useRamp>["format"]): string {
  return unit === "money" ? typed(price.source_amount) : sats(price.amount);
}

function askedOf(typed: string, unit: "money" | "sats", locale: string): Asked | undefined {
  const amount = unit === "money" ? amountText(typed, locale) : undefined;
  const sats = unit === "sats" ? satsText(typed, locale) : undefined;
  if (amount !== undefined && /[1-9]/.test(amount)) return { amount };
  return sats === undefined ? undefined : { sats };
}

/** About what an amount brings: of the amount that was asked last, however slow the answers are. */
function usePrice(asked: Asked | undefined, currency: string, limits: State["limits"]) {
  const { api, t, format } = useRamp();
  const subject = asked === undefined ? "" : JSON.stringify([asked, currency]);
  const [known, setKnown] = useState<{ readonly subject: string; readonly price?: Price; readonly refused?: string }>();
  const latest = useRef(subject);
  const textOf = (error: unknown) => {
    const isTooSmall = error instanceof Refused && error.code === "invalid_amount" && limits?.currency === currency;
    return isTooSmall
      ? t("ramp_limit_minimum", { amount: format.money(limits.minimum, currency) })
      : failureText(t, error);
  };
  latest.current = subject;
  const ask = async (): Promise<Price> => {
    if (asked === undefined) throw new Error("nothing is asked for");
    const price = await api.price(asked, currency);
    if (latest.current === subject) setKnown({ subject, price });
    return price;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` is a new function each time
  useEffect(() => {
    if (subject === "") return undefined;
    let isOver = false;
    let timer = setTimeout(() => void again(), QUIET_MS);
    async function again() {
      const error: unknown = await ask().then(
        () => undefined,
        (thrown) => thrown,
      );
      if (isOver) return;
      if (error !== undefined) setKnown({ subject, refused: textOf(error) });
      timer = setTimeout(() => void again(), isForNow(error) ? SOON_MS : OLD_MS);
    }
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [subject]);
  const now = known?.subject === subject ? known : undefined;
  return { price: now?.price, refused: now?.refused, asking: subject !== "" && now === undefined, ask };
}

function firstCurrency({ session, currencies, limits }: State): string {
  const proposed = limits?.currency ?? "";
  return session.quote_currency ?? (currencies.includes(proposed) ? proposed : (currencies[0] ?? proposed));
}
