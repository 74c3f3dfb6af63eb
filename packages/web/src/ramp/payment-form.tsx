import { useEffect, useRef, useState } from "react";
import { useRamp } from "./context.ts";
import type { PayProps } from "./pay-props.ts";
import { SandboxCard } from "./sandbox-card.tsx";
import type { ProviderPage, Purchase, State } from "./state.ts";
import { StripeCard } from "./stripe-card.tsx";
import { useAction } from "./use-action.ts";

export function PaymentForm({ page, ...props }: PayProps & { page: ProviderPage }) {
  if (page.kind === "sandbox") return <SandboxCard reference={page.reference} {...props} />;
  return <StripeCard key={page.clientSecret} page={page} {...props} />;
}

/** A price that was made just now: the person has most of its minute. */
const FRESH_MS = 55_000;

/**
 * With what the card of a purchase is asked for. A price that is not fresh is made again first: its minute begins when
 * all but the card is known. The last page stays until there is another, so that a renewed price keeps the form.
 * `isStopped`: it could not be had, and waits for `again`.
 */
export function useProviderPage(purchase: Purchase, { now, terms }: Pick<State, "now" | "terms">) {
  const { api, store } = useRamp();
  const { failure, run } = useAction();
  const [page, setPage] = useState<ProviderPage>();
  const [round, setRound] = useState(0);
  const [isStopped, setStopped] = useState(false);
  const begun = useRef<string>(undefined);
  /** Nobody accepts terms by looking on. */
  const pressed = useRef(false);
  const renew = async (shown: string | undefined) => {
    const left = Date.parse(purchase.quote_expires_at) - Date.parse(now);
    if (purchase.state !== "quoted" || left >= FRESH_MS) return purchase.id;
    let id = purchase.id;
    await store.act(async () => {
      const state = await api.quote(purchase.source_amount, purchase.source_currency, shown);
      id = state.purchase?.id ?? id;
      begun.current = id;
      return state;
    });
    return id;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` and `renew` are new functions each time
  useEffect(() => {
    if (begun.current === purchase.id) return;
    begun.current = purchase.id;
    setStopped(false);
    const shown = pressed.current ? terms?.version : undefined;
    pressed.current = false;
    void run(async () => setPage((await api.pay(await renew(shown))).page)).then((went) => setStopped(!went));
  }, [api, purchase.id, round]);
  const again = () => {
    begun.current = undefined;
    pressed.current = true;
    setRound(round + 1);
  };
  return { page, failure, isStopped, again };
}
