import { useQuery } from "@tanstack/react-query";
import type { ProjectApi } from "../../../api/call.ts";
import type { PageShape } from "../../../api/shapes.ts";
import { shortText } from "../../../ui/format.ts";
import { EmptyState } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { useHere } from "../../context.ts";
import { type List, ListPage } from "../../parts/list-page.tsx";
import { AnswerStatus } from "./answer-status.tsx";
import { asCalled, isOfMember } from "./refused.ts";

type Refused = PageShape<"RefusedRequest">;

/** What this project's calls asked for and did not get. */
export function LogPage() {
  const { api } = useHere();
  return (
    <ListPage list={listOf(api)} none={<NoRefused />}>
      <p className="soft">
        Calls that were refused or failed in the last 30 days: with a key of this project, or by members on these pages.
        If a key fails in the same way again and again, five calls a minute are kept. The search also finds what a call
        has made, by the id of the request.
      </p>
    </ListPage>
  );
}

function listOf(api: ProjectApi): List<Refused> {
  return {
    title: "Log",
    noun: "request",
    finds: "Id of a request",
    path: "log",
    queries: "requests",
    csv: undefined,
    read: (query, signal) => api.list("/requests", { query, signal }),
    idOf: ({ requestId }) => requestId,
    columns: [
      {
        name: "Call",
        cell: ({ method, path }) => (
          <bdi title={path}>
            {method} {shortText(asCalled(path))}
          </bdi>
        ),
      },
      { name: "Answer", cell: (request) => <AnswerStatus request={request} /> },
      {
        name: "Key",
        look: "wide-only",
        cell: (request) => (isOfMember(request) ? "A member, here" : <KeyName id={request.keyId} />),
      },
      { name: "Request", look: "wide-only", cell: ({ requestId }) => <bdi>{shortText(requestId, 22)}</bdi> },
      { name: "When", look: "number", cell: ({ at }) => <Time at={at} /> },
    ],
    filters: [
      { kind: "choice", name: "status", label: "Status", options: STATUSES },
      { kind: "text", name: "code", label: "Code" },
      { kind: "link", name: "keyId", label: "Of the key" },
    ],
  };
}

/** Of HTTP, with what each means here. */
const STATUSES: Readonly<Record<string, string>> = {
  400: "400, not understood",
  401: "401, not known who asked",
  403: "403, not allowed",
  404: "404, not found",
  409: "409, does not fit what there is",
  413: "413, too large",
  415: "415, not JSON",
  422: "422, cannot be done",
  429: "429, too many calls",
  500: "500, a mistake of the service",
  503: "503, not for now",
};

/** By its name, once the keys are known. */
function KeyName({ id }: { id: string }) {
  const { api, project } = useHere();
  const { data } = useQuery({
    queryKey: ["project", project.id, "keys", "names"],
    queryFn: ({ signal }) => api.list("/keys", { query: { limit: 100 }, signal }),
    meta: { live: ["project"] },
    staleTime: 60_000,
    retry: false, // without names there are ids
  });
  const key = data?.items.find((one) => one.id === id);
  return <bdi>{key?.name || shortText(id, 13)}</bdi>;
}

function NoRefused() {
  return (
    <EmptyState
      title="Nothing was refused. Every answer has the id of its request in the header X-Request-Id: by it you find the request here."
      command={`curl -i ${location.origin}/v0/payments/none -H "apikey: $LEYDEN_KEY"`}
    />
  );
}
