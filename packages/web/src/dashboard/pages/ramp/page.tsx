import type { ProjectApi } from "../../../api/call.ts";
import type { PageShape } from "../../../api/shapes.ts";
import { Amount } from "../../../ui/amount.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { useHere } from "../../context.ts";
import { type List, ListPage } from "../../parts/list-page.tsx";
import { State } from "../../parts/state.tsx";
import { PURCHASE_STATES, wordsOf } from "../../parts/states-of-things.ts";
import { CardAmount } from "./card-amount.tsx";
import { RampTabs } from "./ramp-tabs.tsx";

/** What people bought in sessions of the project. */
export function RampPage() {
  const { api } = useHere();
  return (
    <ListPage list={listOf(api)} none={<NoPurchases />}>
      <RampTabs current="ramp" />
    </ListPage>
  );
}

function listOf(api: ProjectApi): List<PageShape<"RampPurchase">> {
  return {
    title: "Ramp",
    noun: "purchase",
    finds: "Id, number, or transaction of the chain",
    path: "ramp",
    queries: "purchases",
    live: ["ramp"],
    csv: "/purchases",
    read: (query, signal) => api.list("/purchases", { query, signal }),
    idOf: ({ purchase_id }) => purchase_id,
    columns: [
      { name: "Number", cell: ({ number }) => <span className="code">{number}</span> },
      { name: "Bitcoin", look: "number", cell: ({ amount }) => <Amount msats={amount} /> },
      {
        name: "Card",
        look: "number wide-only",
        cell: ({ source_amount, source_currency }) => <CardAmount amount={source_amount} currency={source_currency} />,
      },
      { name: "State", cell: ({ state }) => <State states={PURCHASE_STATES} of={state} /> },
      { name: "Begun", look: "number", cell: ({ begun_at }) => <Time at={begun_at} /> },
    ],
    filters: [
      { kind: "choice", name: "state", label: "State", options: wordsOf(PURCHASE_STATES) },
      { kind: "link", name: "session_id", label: "Of the session" },
      { kind: "link", name: "user_id", label: "Of the user" },
    ],
  };
}

function NoPurchases() {
  const curl = [
    `curl ${location.origin}/api/v1/ramp-widget -H "apikey: $LEYDEN_KEY" -H "content-type: application/json" \\`,
    `  -d '{"email":"ann@example.com","webhook_url":"https://shop.example/hook"}'`,
  ].join("\n");
  return (
    <EmptyState
      title="Nobody has bought bitcoin here yet. A session is made by one call, and its page sells to one person."
      command={curl}
    />
  );
}
