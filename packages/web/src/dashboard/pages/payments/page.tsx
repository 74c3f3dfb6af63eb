import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { Amount } from "../../../ui/amount.tsx";
import { shortText } from "../../../ui/format.ts";
import { Pager } from "../../../ui/pager.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Status } from "../../../ui/status.tsx";
import { Time } from "../../../ui/time.tsx";
import { addressOf } from "../../addresses.ts";
import { useFilters, useHere, useParam } from "../../context.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { rowId, useRowFocus } from "../../parts/use-row-focus.ts";
import { PaymentFilters } from "./filters.tsx";
import { type Payment, recipientOf, STATUSES } from "./payment.ts";

const ROWS = 25;

export function PaymentsPage() {
  const { api, project } = useHere();
  const [{ status, internalId, from, to, cursor }, change] = useFilters();
  const open = useParam("id");
  useRowFocus(open);
  const query = { status: status as Payment["status"] | undefined, internalId, from, to, cursor, limit: ROWS };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["project", project.id, "payments", query],
    queryFn: ({ signal }) => api.list("/v0/payments", { query, signal }),
    placeholderData: keepPreviousData,
  });
  const isFiltered = [status, internalId, from, to, cursor].some((one) => one !== undefined);
  return (
    <>
      <PageHead title="Payments" />
      <div className={open === undefined ? "list" : "list with-panel"}>
        <div className="list-main">
          <PaymentFilters />
          {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
          {error === null && data === undefined && <Skeleton lines={8} />}
          {data?.items.length === 0 && (isFiltered ? <p>No payment is like that.</p> : <NoPayments />)}
          {data !== undefined && data.items.length > 0 && (
            <PaymentTable payments={data.items} isOld={isPlaceholderData} open={open} />
          )}
          <Pager
            onOlder={data?.nextCursor === undefined ? undefined : () => change({ cursor: data.nextCursor })}
            onNewest={cursor === undefined ? undefined : () => change({ cursor: undefined })}
          />
        </div>
        <Outlet />
      </div>
    </>
  );
}

type TableProps = {
  readonly payments: readonly Payment[];
  /** What was asked for last has not come yet. */
  readonly isOld: boolean;
  readonly open: string | undefined;
};

function PaymentTable({ payments, isOld, open }: TableProps) {
  const { project } = useHere();
  return (
    <div className="table-frame" aria-busy={isOld}>
      <table className="rows-table">
        <caption className="hidden">Payments, newest first</caption>
        <thead>
          <tr>
            <th scope="col">To</th>
            <th scope="col" className="number">
              Amount
            </th>
            <th scope="col" className="number wide-only">
              Fee
            </th>
            <th scope="col">Status</th>
            <th scope="col" className="number">
              Made
            </th>
          </tr>
        </thead>
        <tbody>
          {payments.map((payment) => {
            const [tone, words] = STATUSES[payment.status];
            return (
              <tr key={payment.id} className={payment.id === open ? "open" : undefined}>
                <td>
                  <Link
                    id={rowId(payment.id)}
                    className="row-link"
                    to={addressOf(project.id, `payments/${payment.id}`)}
                    search={true as never}
                    aria-current={payment.id === open ? "true" : undefined}
                  >
                    <bdi>{shortText(recipientOf(payment))}</bdi>
                  </Link>
                </td>
                <td className="number">
                  <Amount msats={payment.amount} />
                </td>
                <td className="number wide-only">
                  <Amount msats={payment.fee} />
                </td>
                <td>
                  <Status tone={tone}>{words}</Status>
                </td>
                <td className="number">
                  <Time at={payment.createdAt} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function NoPayments() {
  const curl = [
    `curl ${location.origin}/v0/ln-address/send-payment -H "apikey: $LEYDEN_KEY" \\`,
    `  -H "content-type: application/json" -d '{"lnAddress":"ann@example.com","amount":"1000"}'`,
  ].join("\n");
  return <EmptyState title="Nothing was paid yet. A payment is one call with a key of this project." command={curl} />;
}
