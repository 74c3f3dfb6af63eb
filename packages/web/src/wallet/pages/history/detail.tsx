import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { WalletApi } from "../../../api/call.ts";
import { Amount } from "../../../ui/amount.tsx";
import { formatIn } from "../../../ui/format.ts";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { useUi } from "../../../ui/words.ts";
import { useWallet } from "../../context.ts";
import { BackLink } from "../../parts/back-link.tsx";
import { Fact, Facts, Long } from "../../parts/facts.tsx";
import { Note } from "../../parts/note.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { PaymentView } from "../../parts/payment-view.tsx";
import { type Item, titleOf } from "./item.ts";

/** One thing of the history with all of its lines, by the id that a note of it is written on. */
export function HistoryDetail({ about }: { about: string }) {
  const { api, t } = useWallet();
  const { data, error, refetch } = useQuery({
    queryKey: ["history", "about", about],
    queryFn: ({ signal }) => linesAbout(api, about, signal),
    meta: { live: ["wallet", "payment", "charge", "voucher"] },
  });
  const payment = data?.find((item) => item.payment !== null)?.payment ?? undefined;
  const [first] = data ?? [];
  return (
    <>
      <BackLink href="/history">{t("wallet_history_title")}</BackLink>
      <PageHead title={first === undefined ? t("wallet_history_one") : titleOf(first, t)} />
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton lines={6} />}
      {data?.length === 0 && <p>{t("wallet_history_missing")}</p>}
      {payment !== undefined && <PaymentView payment={payment} />}
      {data?.map((item) => item.payment === null && <Lines key={item.id} item={item} />)}
      {data?.map((item) => item.purchase !== null && <Receipt key={item.id} purchase={item.purchase} />)}
      {payment === undefined && first !== undefined && <Note about={about} note={first.note} />}
    </>
  );
}

/** Looks that are taken at the movements for one that is old. */
const LOOKS_MAX = 20;

async function linesAbout(api: WalletApi, about: string, signal: AbortSignal): Promise<readonly Item[]> {
  let cursor: string | undefined;
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const page = await api.list("/history", { query: { q: about, cursor }, signal });
    const items = page.items.filter((item) => item.about === about || item.id === about);
    if (items.length > 0 || page.nextCursor === undefined) return items;
    cursor = page.nextCursor;
  }
  return [];
}

/** Of bitcoin that the person has bought. */
function Receipt({ purchase }: { purchase: NonNullable<Item["purchase"]> }) {
  const { t } = useWallet();
  const { locale } = useUi();
  const money = (amount: string) => formatIn(locale).money(amount, purchase.currency);
  return (
    <section>
      <h2>{t("money_receipt")}</h2>
      <Facts>
        <Fact name={t("wallet_receipt_number")}>{purchase.number}</Fact>
        <Fact name={t("wallet_receipt_paid")}>{money(purchase.paid)}</Fact>
        <Fact name={t("wallet_receipt_fee")}>{money(purchase.fee)}</Fact>
        <Fact name={t("wallet_receipt_price")}>{t("wallet_receipt_price_of", { price: money(purchase.price) })}</Fact>
        <Fact name={t("wallet_receipt_seller")}>
          <bdi>{purchase.seller}</bdi>
        </Fact>
      </Facts>
    </section>
  );
}

function Lines({ item }: { item: Item }) {
  const { t } = useWallet();
  return (
    <Facts>
      <Fact name={t(item.amount.startsWith("-") ? "wallet_fact_went" : "wallet_fact_came")}>
        <strong>
          <Amount msats={item.amount} signed />
        </strong>
      </Fact>
      <Fact name={t("wallet_fact_at")}>
        <Time at={item.at} exact />
      </Fact>
      {item.name !== null && (
        <Fact name={t("wallet_fact_from")}>
          <bdi>{item.name}</bdi> <span className="soft">{t("wallet_fact_from_says")}</span>
        </Fact>
      )}
      {item.description !== null && (
        <Fact name={t("wallet_fact_description")}>
          <bdi>{item.description}</bdi>
        </Fact>
      )}
      {item.comment !== null && (
        <Fact name={t("wallet_fact_comment")}>
          <bdi>{item.comment}</bdi>
        </Fact>
      )}
      {item.chargeId !== null && item.kind === "charge" && (
        <Fact name={t("wallet_fact_invoice")}>
          <Link href={`/receive/${item.chargeId}`}>{t("wallet_charge_show")}</Link>
        </Fact>
      )}
      {item.restored && <Fact name={t("wallet_fact_restored")}>{t("wallet_fact_restored_why")}</Fact>}
      <Fact name={t("wallet_fact_id")}>
        <Long text={item.about} name={t("wallet_fact_id")} />
      </Fact>
    </Facts>
  );
}
