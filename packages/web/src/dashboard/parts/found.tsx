import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ProjectApi } from "../../api/call.ts";
import type { PageShape } from "../../api/shapes.ts";
import { Amount } from "../../ui/amount.tsx";
import { shortText } from "../../ui/format.ts";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { Status } from "../../ui/status.tsx";
import { Time } from "../../ui/time.tsx";
import { useFilters, useHere } from "../context.ts";
import { stateOf, type Thing } from "./states-of-things.ts";
import { addressOfThing, nameOfKind } from "./things.ts";

/** The search of the service, whose text is read as anything that it may be. */
export function searchOf(api: ProjectApi, project: string, text: string) {
  return queryOptions({
    queryKey: ["project", project, "search", text],
    queryFn: ({ signal }) => api.get("/search", { query: { q: text }, signal }),
  });
}

/** What a text was looked for as. */
const AS: Readonly<Record<PageShape<"SearchResult">["lookedFor"][number], string>> = {
  address: "an address",
  code: "the code of a voucher",
  hash: "a hash or a preimage",
  id: "an id",
  invoice: "an invoice",
  name: "a gamertag",
  number: "the number of a purchase",
  own_name: "a name of yours, such as an internalId",
  request: "the id of a request",
};

/** All things of the project that a text names, of whatever kind. */
export function Found({ text }: { text: string }) {
  const { api, project } = useHere();
  const [, change] = useFilters();
  const { data, error, refetch } = useQuery(searchOf(api, project.id, text));
  if (data === undefined)
    return error === null ? <Skeleton lines={4} /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  const back = (
    <button type="button" className="button second" onClick={() => change({ q: undefined })}>
      Back to the list
    </button>
  );
  if (data.found.length === 0)
    return (
      <div className="empty" role="status">
        <p>
          Nothing found. Type the whole id, hash, name or address: it was looked for as{" "}
          {data.lookedFor.map((kind) => AS[kind]).join(", ")}.
        </p>
        {back}
      </div>
    );
  return (
    <>
      <FoundTable found={data.found} />
      {back}
    </>
  );
}

function FoundTable({ found }: { found: readonly Thing[] }) {
  const { project } = useHere();
  return (
    <table className="rows-table found">
      <caption className="hidden">What was found</caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Name</th>
          <th scope="col" className="number">
            Amount
          </th>
          <th scope="col">State</th>
          <th scope="col" className="number">
            Made
          </th>
        </tr>
      </thead>
      <tbody>
        {found.map((thing) => {
          const address = addressOfThing(project.id, thing);
          const state = stateOf(thing);
          const name = nameOfKind(thing.kind);
          return (
            <tr key={`${thing.kind} ${thing.id}`}>
              <td>
                {address === undefined ? (
                  name
                ) : (
                  <Link className="row-link" to={address}>
                    {name}
                  </Link>
                )}
              </td>
              <td>
                <bdi>{shortText(thing.name ?? thing.id)}</bdi>
              </td>
              <td className="number">{thing.amount !== null && <Amount msats={thing.amount} />}</td>
              <td>{state !== undefined && <Status tone={state[0]}>{state[1]}</Status>}</td>
              <td className="number">{thing.createdAt !== null && <Time at={thing.createdAt} />}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
