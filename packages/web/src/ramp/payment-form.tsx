import { useEffect, useState } from "react";
import { useRamp } from "./context.ts";
import type { PayProps } from "./pay-props.ts";
import { SandboxCard } from "./sandbox-card.tsx";
import type { ProviderPage } from "./state.ts";
import { StripeCard } from "./stripe-card.tsx";
import { useAction } from "./use-action.ts";

export function PaymentForm({ page, ...props }: PayProps & { page: ProviderPage }) {
  if (page.kind === "sandbox") return <SandboxCard reference={page.reference} {...props} />;
  return <StripeCard key={page.clientSecret} page={page} {...props} />;
}

/**
 * With what the card of a purchase is asked for. The last one stays until there is another, so that a renewed price
 * keeps the form.
 */
export function useProviderPage(purchaseId: string) {
  const { api } = useRamp();
  const { failure, run } = useAction();
  const [page, setPage] = useState<ProviderPage>();
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` is a new function each time
  useEffect(() => {
    void run(async () => setPage((await api.pay(purchaseId)).page));
  }, [api, purchaseId, round]);
  return { page, failure, again: () => setRound(round + 1) };
}
