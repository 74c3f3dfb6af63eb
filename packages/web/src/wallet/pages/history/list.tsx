import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "wouter";
import { Amount } from "../../../ui/amount.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Status } from "../../../ui/status.tsx";
import { Time } from "../../../ui/time.tsx";
import { zoneHere } from "../../../ui/time-text.ts";
import { useWallet } from "../../context.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { STATUSES } from "../../parts/payment.ts";
import { beginOf, endOf } from "./dates.ts";
import { Filters, KINDS } from "./filters.tsx";
import { type Item, textOf, titleOf } from "./item.ts";
import styles from "./page.module.css";

const ROWS = 25;
const FILTERS = ["q", "kind", "from", "to", "cursor"] as const;

/** What came and went, newest first. */
export function HistoryList() {
  const { t } = useWallet();
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch, isPlaceholderData } = useHistoryPage(search);
  const change = (filters: Readonly<Record<string, string>>) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      next.delete("cursor");
      for (const [name, value] of Object.entries(filters))
        if (value === "") next.delete(name);
        else next.set(name, value);
      return next;
    });
  const isFiltered = FILTERS.some((name) => search.has(name));
  return (
    <>
      <PageHead title={t("wallet_history_title")} />
      <p className={styles["links"]}>
        <Link href="/history/people">{t("wallet_people_title")}</Link>
        <a href={fileAddress(search)} download>
          {t("wallet_history_file")}
        </a>
      </p>
      <Filters search={search} change={change} />
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton lines={8} />}
      {data?.items.length === 0 && <Nothing isFiltered={isFiltered} hasMore={data.nextCursor !== undefined} />}
      {data !== undefined && data.items.length > 0 && (
        <ul className={styles["lines"]} aria-busy={isPlaceholderData} aria-label={t("wallet_history_title")}>
          {data.items.map((item) => (
            <Line key={item.id} item={item} />
          ))}
        </ul>
      )}
      <Pager
        onOlder={data?.nextCursor === undefined ? undefined : () => change({ cursor: data.nextCursor ?? "" })}
        onNewest={search.has("cursor") ? () => change({}) : undefined}
      />
      <p className="hint">{t("wallet_zone", { zone: zoneHere() })}</p>
    </>
  );
}

function useHistoryPage(search: URLSearchParams) {
  const { api } = useWallet();
  const query = { limit: ROWS, cursor: search.get("cursor") ?? undefined, ...wantedIn(search) };
  return useQuery({
    queryKey: ["history", query],
    queryFn: ({ signal }) => api.list("/history", { query, signal }),
    placeholderData: keepPreviousData,
    meta: { kept: isFirstOfAll(query), live: ["wallet", "payment", "charge", "voucher"] },
  });
}

function wantedIn(search: URLSearchParams) {
  return {
    q: search.get("q") ?? undefined,
    kind: KINDS.find((kind) => kind === search.get("kind")),
    from: beginOf(search.get("from")),
    to: endOf(search.get("to")),
  };
}

/** What an installed wallet shows without a connection. */
function isFirstOfAll({ limit: _, ...asked }: Readonly<Record<string, unknown>>): boolean {
  return Object.values(asked).every((value) => value === undefined);
}

/** The file has what the list shows, on all of its pages. */
function fileAddress(search: URLSearchParams): string {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(wantedIn(search))) if (value !== undefined) asked.set(name, value);
  return `/wallet/api/history.csv${asked.size === 0 ? "" : `?${asked}`}`;
}

function Nothing({ isFiltered, hasMore }: { isFiltered: boolean; hasMore: boolean }) {
  const { t } = useWallet();
  // A search looks at some thousand movements, and says that there are more.
  if (hasMore) return <p role="status">{t("wallet_history_none_yet")}</p>;
  if (isFiltered) return <p role="status">{t("wallet_history_none_like")}</p>;
  const receive = (
    <Link href="/receive" className="button">
      {t("wallet_receive_title")}
    </Link>
  );
  return <EmptyState title={t("money_none")} action={receive} />;
}

function Line({ item }: { item: Item }) {
  const { t } = useWallet();
  const title = titleOf(item, t);
  const text = textOf(item, title);
  const status = item.payment?.status;
  return (
    <li>
      <Link href={`/history/${item.about}`}>
        <span className={styles["what"]}>
          <bdi className={styles["title"]}>{title}</bdi>
          <span className={styles["more"]}>
            {status !== undefined && status !== "completed" && (
              <Status tone={STATUSES[status][0]}>{t(STATUSES[status][1])}</Status>
            )}
            <span className={styles["when"]}>
              <Time at={item.at} />
              {text !== "" && (
                <>
                  {" · "}
                  <bdi>{text}</bdi>
                </>
              )}
            </span>
          </span>
        </span>
        <Amount
          msats={status === "failed" ? (item.payment?.amount ?? "0") : item.amount}
          signed={status !== "failed"}
        />
      </Link>
    </li>
  );
}
