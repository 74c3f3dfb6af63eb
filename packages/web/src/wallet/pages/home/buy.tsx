import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { newKey } from "../../../api/call.ts";
import { CallFailed } from "../../../api/failure.ts";
import { Button } from "../../../ui/button.tsx";
import { useWallet } from "../../context.ts";
import { FailedLine } from "../../parts/failed-line.tsx";

/** Leads to the page on which bitcoin for this wallet is bought. */
export function Buy({ seller }: { seller: string }) {
  const { api, t } = useWallet();
  const [key, setKey] = useState(newKey);
  const button = useRef<HTMLButtonElement>(null);
  const [search] = useSearchParams();
  const isWanted = search.has("buy");
  useEffect(() => {
    if (isWanted) button.current?.focus();
  }, [isWanted]);
  const open = useMutation({
    mutationFn: () => api.write("post", "/buy", { body: {}, idempotencyKey: key }),
    onSuccess: ({ url }) => {
      setKey(newKey()); // whoever comes back opens another page: this one ends after some minutes
      location.assign(url);
    },
    onError: (error) => {
      // A page whose answer was lost is asked for again with its key.
      if (error instanceof CallFailed && !error.passes) setKey(newKey());
    },
  });
  return (
    <section>
      <Button ref={button} look="second" busy={open.isPending} onClick={() => open.isPending || open.mutate()}>
        {t("wallet_buy")}
      </Button>
      <p className="hint">{t("wallet_buy_seller", { seller })}</p>
      <FailedLine error={open.error} />
    </section>
  );
}
