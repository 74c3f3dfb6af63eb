import { useQuery } from "@tanstack/react-query";
import { Amount } from "../../../ui/amount.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { useHere } from "../../context.ts";
import { NewLink } from "../../parts/new-link.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Charts } from "./charts.tsx";
import { FirstSteps } from "./first-steps.tsx";
import style from "./page.module.css";
import { TopUp, TopUpButton } from "./top-up.tsx";
import { Trouble } from "./trouble.tsx";

/** What the project has, what is left to do on a first day, and how it went. */
export function OverviewPage() {
  const { api, project } = useHere();
  const { data, error, refetch } = useQuery({
    queryKey: ["project", project.id, "overview"],
    queryFn: ({ signal }) => api.get("/overview", { signal }),
    // A webhook that is delivered is no event of its own: its cause is.
    meta: { live: ["wallet", "payment", "receipt", "charge", "webhook"] },
  });
  return (
    <>
      <PageHead title="Overview">
        <TopUpButton />
        <NewLink path="pay" action="send" look="second">
          Pay
        </NewLink>
      </PageHead>
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton lines={4} />}
      {data !== undefined && (
        <>
          <div className={style["balances"]}>
            <p className="balance">
              <span className="soft">Balance</span>
              <Amount msats={data.available} />
            </p>
            <p className={`balance ${style["reserved"]}`}>
              <span className="soft">Reserved for payments under way</span>
              <Amount msats={data.reserved} />
            </p>
          </div>
          <Trouble endpoints={data.troubledEndpoints} />
          <FirstSteps overview={data} topUp={<TopUpButton />} />
        </>
      )}
      <Charts />
      <TopUp />
    </>
  );
}
