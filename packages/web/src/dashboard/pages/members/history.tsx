import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { shortText } from "../../../ui/format.ts";
import { Pager } from "../../../ui/pager.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Status } from "../../../ui/status.tsx";
import { Time } from "../../../ui/time.tsx";
import { useFilters, useHere } from "../../context.ts";
import { type Change, nameOf, operationText, placeText } from "./member.ts";

const ROWS = 25;

/** What people changed, and what they were refused. */
export function History() {
  const { api, project } = useHere();
  const [{ cursor }, change] = useFilters();
  const query = { cursor, limit: ROWS };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["project", project.id, "history", query],
    queryFn: ({ signal }) => api.list("/history", { query, signal }),
    meta: { live: ["project"] },
    placeholderData: keepPreviousData,
  });
  if (data === undefined)
    return error === null ? <Skeleton lines={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {data.items.length === 0 && (
        <EmptyState title="Nothing was changed yet. Each call of a member that changes something will be here." />
      )}
      {data.items.length > 0 && <ChangeTable changes={data.items} isOld={isPlaceholderData} />}
      <Pager
        onOlder={data.nextCursor === undefined ? undefined : () => change({ cursor: data.nextCursor })}
        onNewest={cursor === undefined ? undefined : () => change({ cursor: undefined })}
      />
    </>
  );
}

function ChangeTable({ changes, isOld }: { changes: readonly Change[]; isOld: boolean }) {
  return (
    <div className="table-frame" aria-busy={isOld}>
      <table className="rows-table">
        <caption className="hidden">What people changed, newest first</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Outcome</th>
            <th scope="col">Who</th>
            <th scope="col" className="wide-only">
              Of what
            </th>
            <th scope="col" className="wide-only">
              From
            </th>
            <th scope="col" className="number">
              When
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.id}>
              <td>{operationText(change.operation)}</td>
              <td>
                <Outcome status={change.status} />
              </td>
              <td>
                <bdi>{nameOf(change.user)}</bdi> <span className="soft">{change.role}</span>
              </td>
              <td className="wide-only">
                {change.subject !== null && (
                  <>
                    <bdi title={change.subject}>{shortText(change.subject, 14)}</bdi>{" "}
                    <CopyButton text={change.subject} name="id" />
                  </>
                )}
              </td>
              <td className="wide-only">
                <bdi>{placeText(change.network)}</bdi>{" "}
                <CopyButton text={change.requestId} name="number of the request" />
              </td>
              <td className="number">
                <Time at={change.at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Outcome({ status }: { status: number | null }) {
  if (status === null) return <Status tone="warn">Not known</Status>;
  if (status < 300) return <Status tone="good">Done</Status>;
  return <Status tone="bad">{`Refused (${status})`}</Status>;
}
