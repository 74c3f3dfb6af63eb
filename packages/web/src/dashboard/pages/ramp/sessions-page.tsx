import type { ProjectApi } from "../../../api/call.ts";
import type { Shape } from "../../../api/shapes.ts";
import { shortText } from "../../../ui/format.ts";
import { EmptyState } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { useHere } from "../../context.ts";
import { type List, ListPage } from "../../parts/list-page.tsx";
import { State } from "../../parts/state.tsx";
import { SESSION_STATES, wordsOf } from "../../parts/states-of-things.ts";
import { RampTabs } from "./ramp-tabs.tsx";

/** Each lets one person buy, for 15 minutes. */
export function RampSessionsPage() {
  const { api } = useHere();
  return (
    <ListPage list={listOf(api)} none={<NoSessions />}>
      <RampTabs current="ramp/sessions" />
    </ListPage>
  );
}

function listOf(api: ProjectApi): List<Shape<"RampSession">> {
  return {
    title: "Ramp sessions",
    noun: "session",
    finds: "Id, e-mail address or reference_id",
    path: "ramp/sessions",
    queries: "sessions",
    live: ["ramp"],
    csv: "/api/v1/ramp-widget",
    read: (query, signal) => api.list("/api/v1/ramp-widget", { query, signal }),
    idOf: ({ session_id }) => session_id,
    columns: [
      { name: "Buyer", cell: ({ email }) => <bdi>{email}</bdi> },
      { name: "Reference", look: "wide-only", cell: ({ reference_id }) => <bdi>{shortText(reference_id ?? "")}</bdi> },
      { name: "State", cell: ({ state }) => <State states={SESSION_STATES} of={state} /> },
      { name: "Made", look: "number", cell: ({ created_at }) => <Time at={created_at} /> },
    ],
    filters: [
      { kind: "choice", name: "state", label: "State", options: wordsOf(SESSION_STATES) },
      { kind: "text", name: "reference_id", label: "reference_id" },
    ],
  };
}

function NoSessions() {
  const curl = [
    `curl ${location.origin}/api/v1/ramp-widget -H "apikey: $LEYDEN_KEY" -H "content-type: application/json" \\`,
    `  -d '{"email":"ann@example.com","webhook_url":"https://shop.example/hook"}'`,
  ].join("\n");
  return <EmptyState title="There was no session yet. A session lets one person buy bitcoin." command={curl} />;
}
