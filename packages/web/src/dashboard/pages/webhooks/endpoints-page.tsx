import { useQuery } from "@tanstack/react-query";
import { useChildMatches } from "@tanstack/react-router";
import { commandOf } from "../../../ui/command.ts";
import { shortText } from "../../../ui/format.ts";
import { EmptyState } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { useFilters, useHere, useParam } from "../../context.ts";
import { ListFrame, ListRows } from "../../parts/list-frame.tsx";
import { NewLink } from "../../parts/new-link.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import type { Column } from "../../parts/rows-table.tsx";
import { useRowFocus } from "../../parts/use-row-focus.ts";
import { EndpointState } from "./endpoint-state.tsx";
import { Troubles } from "./troubles.tsx";
import type { Endpoint } from "./webhook.ts";
import { WebhookTabs } from "./webhook-tabs.tsx";

const TITLE = "Webhook endpoints";
const PATH = "webhooks/endpoints";

/** The addresses to which events are sent. */
export function EndpointsPage() {
  const { api, project } = useHere();
  const [{ cursor }] = useFilters();
  const hasPanel = useChildMatches().length > 0;
  const open = useParam("id");
  useRowFocus(open ?? (hasPanel ? PATH : undefined));
  const query = { cursor, limit: 100 };
  const rows = useQuery({
    queryKey: ["project", project.id, "endpoints", query],
    queryFn: ({ signal }) => api.list("/v0/webhook-endpoints", { query, signal }),
    meta: { live: ["webhook", "project"] },
  });
  return (
    <>
      <PageHead title={TITLE}>
        <Add />
        <NewLink path={`${PATH}/secret`} action="secrets" look="second">
          Secret
        </NewLink>
      </PageHead>
      <WebhookTabs current={PATH} />
      <Troubles />
      <ListFrame hasPanel={hasPanel}>
        <ListRows list={LIST} rows={rows} none={<NoEndpoints />} open={open} />
      </ListFrame>
    </>
  );
}

const COLUMNS: readonly Column<Endpoint>[] = [
  { name: "Address", cell: ({ url }) => <bdi title={url}>{shortText(url, 48)}</bdi> },
  { name: "State", cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
  {
    name: "Events",
    look: "wide-only",
    cell: ({ types }) => (types.includes("*") ? "All" : `${types.length} ${types.length === 1 ? "type" : "types"}`),
  },
  { name: "Description", look: "wide-only", cell: ({ description }) => <bdi>{description}</bdi> },
  { name: "Made", look: "number", cell: ({ createdAt }) => <Time at={createdAt} /> },
];

const LIST = { title: TITLE, path: PATH, columns: COLUMNS, idOf: ({ id }: Endpoint) => id };

function Add() {
  return (
    <NewLink path={`${PATH}/new`} action="settings">
      Add an endpoint
    </NewLink>
  );
}

function NoEndpoints() {
  return (
    <EmptyState
      title="There is no endpoint yet. On your own machine this command shows what an endpoint would get, and forwards it."
      action={<Add />}
      command={commandOf("listen --forward-to http://localhost:3000/hook")}
    />
  );
}
