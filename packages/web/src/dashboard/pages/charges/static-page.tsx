import type { ProjectApi } from "../../../api/call.ts";
import type { Shape } from "../../../api/shapes.ts";
import { shortText } from "../../../ui/format.ts";
import { EmptyState } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { useHere } from "../../context.ts";
import { type List, ListPage } from "../../parts/list-page.tsx";
import { NewLink } from "../../parts/new-link.tsx";
import { State } from "../../parts/state.tsx";
import { STATIC_CHARGE_STATES, wordsOf } from "../../parts/states-of-things.ts";
import { ChargeTabs } from "./charge-tabs.tsx";
import { Range } from "./range.tsx";

type StaticCharge = Shape<"StaticCharge">;

export function StaticChargesPage() {
  const { api } = useHere();
  return (
    <ListPage list={listOf(api)} none={<NoStaticCharges />} actions={<Make />}>
      <ChargeTabs current="charges/static" />
    </ListPage>
  );
}

function Make() {
  return (
    <NewLink path="charges/static/new" action="receive">
      Make a static charge
    </NewLink>
  );
}

function listOf(api: ProjectApi): List<StaticCharge> {
  return {
    title: "Static charges",
    noun: "static charge",
    finds: "Id or internalId",
    path: "charges/static",
    queries: "static-charges",
    live: ["charge"],
    csv: "/v0/static-charges",
    read: (query, signal) => api.list("/v0/static-charges", { query, signal }),
    idOf: ({ id }) => id,
    columns: [
      { name: "For", cell: ({ description }) => <bdi>{shortText(description)}</bdi> },
      { name: "Amount", look: "number", cell: (charge) => <Range charge={charge} /> },
      { name: "Paid", look: "number wide-only", cell: ({ slots, allowedSlots }) => paidText(slots, allowedSlots) },
      { name: "Status", cell: ({ status }) => <State states={STATIC_CHARGE_STATES} of={status} /> },
      { name: "Made", look: "number", cell: ({ createdAt }) => <Time at={createdAt} /> },
    ],
    filters: [
      { kind: "choice", name: "status", label: "Status", options: wordsOf(STATIC_CHARGE_STATES) },
      { kind: "link", name: "internalId", label: "internalId" },
    ],
  };
}

function paidText(slots: string, allowed: string | null): string {
  return allowed === null ? `${slots} times` : `${slots} of ${allowed}`;
}

function NoStaticCharges() {
  const curl = [
    `curl ${location.origin}/v0/static-charges -H "apikey: $LEYDEN_KEY" -H "content-type: application/json" \\`,
    `  -d '{"minAmount":"1000","maxAmount":"1000000","description":"Tips"}'`,
  ].join("\n");
  return (
    <EmptyState
      title="There is no static charge yet. It is a QR code that anybody can pay, again and again."
      action={<Make />}
      command={curl}
    />
  );
}
