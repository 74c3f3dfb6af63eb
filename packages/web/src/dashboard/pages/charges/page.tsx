import type { ProjectApi } from "../../../api/call.ts";
import type { Shape } from "../../../api/shapes.ts";
import { Amount } from "../../../ui/amount.tsx";
import { shortText } from "../../../ui/format.ts";
import { EmptyState } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { useHere } from "../../context.ts";
import { type List, ListPage } from "../../parts/list-page.tsx";
import { NewLink } from "../../parts/new-link.tsx";
import { State } from "../../parts/state.tsx";
import { CHARGE_STATES, wordsOf } from "../../parts/states-of-things.ts";
import { ChargeTabs } from "./charge-tabs.tsx";

type Charge = Shape<"Charge">;

export function ChargesPage() {
  const { api } = useHere();
  return (
    <ListPage list={listOf(api)} none={<NoCharges />} actions={<Make />}>
      <ChargeTabs current="charges" />
    </ListPage>
  );
}

function Make() {
  return (
    <NewLink path="charges/new" action="receive">
      Make a charge
    </NewLink>
  );
}

function listOf(api: ProjectApi): List<Charge> {
  return {
    title: "Charges",
    noun: "charge",
    finds: "Id, payment hash, preimage, invoice or internalId",
    path: "charges",
    queries: "charges",
    csv: "/v0/charges",
    read: (query, signal) => api.list("/v0/charges", { query, signal }),
    idOf: ({ id }) => id,
    columns: [
      {
        name: "For",
        cell: ({ description, internalId, id }) => <bdi>{shortText(description || internalId || id)}</bdi>,
      },
      { name: "Amount", look: "number", cell: ({ amount }) => <Amount msats={amount} /> },
      { name: "Received", look: "number wide-only", cell: ({ received }) => <Amount msats={received} /> },
      { name: "Status", cell: ({ status }) => <State states={CHARGE_STATES} of={status} /> },
      { name: "Made", look: "number", cell: ({ createdAt }) => <Time at={createdAt} /> },
    ],
    filters: [
      { kind: "choice", name: "status", label: "Status", options: wordsOf(CHARGE_STATES) },
      { kind: "link", name: "internalId", label: "internalId" },
      { kind: "link", name: "staticChargeId", label: "Of the static charge" },
    ],
  };
}

function NoCharges() {
  const curl = [
    `curl ${location.origin}/v0/charges -H "apikey: $LEYDEN_KEY" \\`,
    `  -H "content-type: application/json" -d '{"amount":"1000","description":"Order 4711"}'`,
  ].join("\n");
  return (
    <EmptyState
      title="No charge was made yet. A charge is an invoice that the project watches."
      action={<Make />}
      command={curl}
    />
  );
}
