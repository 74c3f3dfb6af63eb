import { useQuery } from "@tanstack/react-query";
import { Amount } from "../../../ui/amount.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { useHere } from "../../context.ts";
import { PageHead } from "../../parts/page-head.tsx";

export function OverviewPage() {
  const { api, project } = useHere();
  const { data, error, refetch } = useQuery({
    queryKey: ["project", project.id, "wallet"],
    queryFn: ({ signal }) => api.get("/v0/wallet", { signal }),
  });
  return (
    <>
      <PageHead title="Overview" />
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton lines={2} />}
      {data !== undefined && (
        <p className="balance">
          <span className="soft">Balance</span>
          <Amount msats={data.balance} />
        </p>
      )}
    </>
  );
}
