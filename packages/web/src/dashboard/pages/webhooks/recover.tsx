import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useId, useState } from "react";
import type { ProjectApi } from "../../../api/call.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { zoneHere } from "../../../ui/time-text.ts";
import { addressOf } from "../../addresses.ts";
import { useFilters, useHere } from "../../context.ts";
import { Panel } from "../../parts/panel.tsx";
import { ForRole } from "../../parts/role-notice.tsx";
import { WriteFailed } from "../../parts/write-failed.tsx";
import { localMinute, timeOfMinute } from "./local-minute.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** One call looks at some hundreds. */
const CALLS_MAX = 100;

/** Sends again all that the receivers did not accept since a time. */
export function Recover() {
  const { project } = useHere();
  const [{ since, endpointId }] = useFilters();
  return (
    <Panel title="Send again what was not accepted" back={addressOf(project.id, "webhooks")}>
      <ForRole action="resend" what="Sending again">
        <Form key={`${since} ${endpointId}`} since={since} endpointId={endpointId} />
      </ForRole>
    </Panel>
  );
}

function Form({ since, endpointId = "" }: { since: string | undefined; endpointId: string | undefined }) {
  const { api, project } = useHere();
  const client = useQueryClient();
  const id = useId();
  const [minute, setMinute] = useState(() => localMinute(beginOf(since)));
  const [receiver, setReceiver] = useState(endpointId);
  const from = timeOfMinute(minute);
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: (begin: string) => recoverAll(api, begin, receiver),
    onSettled: () => client.invalidateQueries({ queryKey: ["project", project.id] }),
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (from !== undefined && !isPending) mutate(from);
  };
  return (
    <form onSubmit={submit}>
      <p>
        After your server was away: what waits for a later attempt is sent now, and what was given up since then is sent
        once more. Events keep their ids, so a receiver that drops what it already has handles nothing twice.
      </p>
      <div className="field">
        <label htmlFor={`${id}-since`}>Since ({zoneHere()})</label>
        <input
          id={`${id}-since`}
          type="datetime-local"
          required
          value={minute}
          onChange={({ currentTarget }) => setMinute(currentTarget.value)}
        />
      </div>
      <Receiver id={`${id}-to`} value={receiver} onChoose={setReceiver} />
      {from !== undefined && <Preview since={from} endpointId={receiver || undefined} />}
      <WriteFailed error={error} lost="Press it again: nothing is sent twice." />
      {data !== undefined && (
        <p className="notice" role="status">
          {data === 0 ? "There was nothing to send again." : `${data} ${data === 1 ? "is" : "are"} sent again now.`}
        </p>
      )}
      <Button type="submit" busy={isPending}>
        Send them again
      </Button>
    </form>
  );
}

/** A minute before the first event that was not accepted, or a day ago. */
function beginOf(since: string | undefined): Date {
  const time = Date.parse(since ?? "");
  return new Date(Number.isNaN(time) ? Date.now() - DAY_MS : time - MINUTE_MS);
}

/** The number of those that are sent again. Two such calls at once send nothing twice. */
async function recoverAll(api: ProjectApi, begin: string, endpointId: string): Promise<number> {
  let count = 0;
  let since: string | null = begin;
  for (let calls = 0; since !== null && calls < CALLS_MAX; calls += 1) {
    const body: { since: string; endpointId?: string } = { since, ...(endpointId !== "" && { endpointId }) };
    const { resent, nextSince }: { resent: number; nextSince: string | null } = await api.write(
      "post",
      "/webhooks/recover",
      { body },
    );
    count += resent;
    since = nextSince;
  }
  return count;
}

type ReceiverProps = { readonly id: string; readonly value: string; readonly onChoose: (id: string) => void };

function Receiver({ id, value, onChoose }: ReceiverProps) {
  const { api, project } = useHere();
  const { data } = useQuery({
    queryKey: ["project", project.id, "endpoints", { limit: 100 }],
    queryFn: ({ signal }) => api.list("/v0/webhook-endpoints", { query: { limit: 100 }, signal }),
  });
  const endpoints = data?.items ?? [];
  return (
    <div className="field">
      <label htmlFor={id}>To</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        <option value="">All receivers</option>
        {value !== "" && !endpoints.some((endpoint) => endpoint.id === value) && <option value={value}>{value}</option>}
        {endpoints.map((endpoint) => (
          <option key={endpoint.id} value={endpoint.id}>
            {endpoint.url}
          </option>
        ))}
      </select>
    </div>
  );
}

/** How many would be sent again, before they are. */
function Preview({ since, endpointId }: { since: string; endpointId: string | undefined }) {
  const { api, project } = useHere();
  const { data, error, refetch } = useQuery({
    queryKey: ["project", project.id, "deliveries", "preview", since, endpointId],
    queryFn: ({ signal }) => api.get("/webhooks/recover", { query: { since, endpointId }, signal }),
  });
  if (data === undefined)
    return error === null ? <Skeleton lines={1} /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  const { waiting, failed, isAtLeast } = data;
  const count = `${isAtLeast ? "At least " : ""}${waiting + failed}`;
  return (
    <p role="status">
      {waiting + failed === 0 && !isAtLeast
        ? "Nothing would be sent again."
        : `${count} would be sent again: ${waiting} wait for a later attempt, and ${failed} were given up.`}
    </p>
  );
}
