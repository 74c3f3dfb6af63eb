import { useMutation } from "@tanstack/react-query";
import { Button } from "../../../ui/button.tsx";
import { useWallet } from "../../context.ts";
import { FailedLine } from "../../parts/failed-line.tsx";

/** Leads to the page on which bitcoin for this wallet is bought. */
export function Buy({ seller }: { seller: string }) {
  const { api, t } = useWallet();
  const open = useMutation({
    mutationFn: () => api.write("post", "/buy", { body: {} }),
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <section>
      <Button look="second" busy={open.isPending} onClick={() => open.isPending || open.mutate()}>
        {t("wallet_buy")}
      </Button>
      <p className="hint">{t("wallet_buy_seller", { seller })}</p>
      <FailedLine error={open.error} />
    </section>
  );
}
