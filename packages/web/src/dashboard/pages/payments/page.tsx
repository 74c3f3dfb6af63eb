import type { ProjectApi } from "../../../api/call.ts";
import { Amount } from "../../../ui/amount.tsx";
import { shortText } from "../../../ui/format.ts";
import { EmptyState } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { useHere } from "../../context.ts";
import { type List, ListPage } from "../../parts/list-page.tsx";
import { NewLink } from "../../parts/new-link.tsx";
import { State } from "../../parts/state.tsx";
import { PAYMENT_STATES, wordsOf } from "../../parts/states-of-things.ts";
import { type Payment, recipientOf } from "./payment.ts";

export function PaymentsPage() {
  const { api } = useHere();
  return (
    <ListPage
      list={listOf(api)}
      none={<NoPayments />}
      actions={
        <NewLink path="pay" action="send">
          Pay
        </NewLink>
      }
    />
  );
}

function listOf(api: ProjectApi): List<Payment> {
  return {
    title: "Payments",
    noun: "payment",
    finds: "Id, payment hash, preimage, invoice, address, gamertag or internalId",
    path: "payments",
    queries: "payments",
    csv: "/v0/payments",
    read: (query, signal) => api.list("/v0/payments", { query, signal }),
    idOf: ({ id }) => id,
    columns: [
      { name: "To", cell: (payment) => <bdi>{shortText(recipientOf(payment))}</bdi> },
      { name: "Amount", look: "number", cell: ({ amount }) => <Amount msats={amount} /> },
      { name: "Fee", look: "number wide-only", cell: ({ fee }) => <Amount msats={fee} /> },
      { name: "Status", cell: ({ status }) => <State states={PAYMENT_STATES} of={status} /> },
      { name: "Made", look: "number", cell: ({ createdAt }) => <Time at={createdAt} /> },
    ],
    filters: [
      { kind: "choice", name: "status", label: "Status", options: wordsOf(PAYMENT_STATES) },
      { kind: "link", name: "internalId", label: "internalId" },
      { kind: "link", name: "recipient", label: "To" },
      { kind: "link", name: "keyId", label: "Of the key" },
    ],
  };
}

function NoPayments() {
  const curl = [
    `curl ${location.origin}/v0/ln-address/send-payment -H "apikey: $LEYDEN_KEY" \\`,
    `  -H "content-type: application/json" -d '{"lnAddress":"ann@example.com","amount":"1000"}'`,
  ].join("\n");
  return <EmptyState title="Nothing was paid yet. A payment is one call with a key of this project." command={curl} />;
}
