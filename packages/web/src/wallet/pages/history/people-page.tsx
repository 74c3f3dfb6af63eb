import { Link } from "wouter";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { useWallet } from "../../context.ts";
import { BackLink } from "../../parts/back-link.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { PeopleList, usePeople } from "../../parts/people.tsx";

export function PeoplePage() {
  const { t } = useWallet();
  const { data, error, refetch } = usePeople();
  const send = (
    <Link href="/send" className="button second">
      {t("wallet_send_title")}
    </Link>
  );
  return (
    <>
      <BackLink href="/history">{t("wallet_history_title")}</BackLink>
      <PageHead title={t("wallet_people_title")} />
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton lines={6} />}
      {data?.length === 0 && <EmptyState title={t("wallet_people_none")} action={send} />}
      {data !== undefined && data.length > 0 && (
        <>
          <p className="soft">{t("wallet_people_why")}</p>
          <PeopleList people={data} />
        </>
      )}
    </>
  );
}
