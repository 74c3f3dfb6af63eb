import type { ProjectApi } from "../../../api/call.ts";
import type { Shape } from "../../../api/shapes.ts";
import { Amount } from "../../../ui/amount.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { useHere } from "../../context.ts";
import { type List, ListPage } from "../../parts/list-page.tsx";
import { NewLink } from "../../parts/new-link.tsx";
import { State } from "../../parts/state.tsx";
import { VOUCHER_STATES, wordsOf } from "../../parts/states-of-things.ts";

type Voucher = Shape<"Voucher">;

export function VouchersPage() {
  const { api } = useHere();
  return (
    <ListPage
      list={listOf(api)}
      none={<NoVouchers />}
      actions={
        <>
          <Make />
          <NewLink path="vouchers/file" action="vouchers" look="second">
            Many from a file
          </NewLink>
        </>
      }
    />
  );
}

function Make() {
  return (
    <NewLink path="vouchers/new" action="vouchers">
      Make a voucher
    </NewLink>
  );
}

function listOf(api: ProjectApi): List<Voucher> {
  return {
    title: "Vouchers",
    noun: "voucher",
    finds: "Id, code, e-mail address or internalId",
    path: "vouchers",
    queries: "vouchers",
    csv: "/v0/vouchers",
    read: (query, signal) => api.list("/v0/vouchers", { query, signal }),
    idOf: ({ id }) => id,
    columns: [
      {
        name: "Code",
        cell: ({ code, internalId, description }) => (
          <>
            <span className="code">{code}</span> <bdi className="soft">{internalId ?? description}</bdi>
          </>
        ),
      },
      { name: "Amount", look: "number", cell: ({ amount }) => <Amount msats={amount} /> },
      { name: "Status", cell: ({ status }) => <State states={VOUCHER_STATES} of={status} /> },
      {
        name: "Until",
        look: "number wide-only",
        cell: ({ status, expiresAt }) => status === "open" && <Time at={expiresAt} />,
      },
      { name: "Made", look: "number", cell: ({ createdAt }) => <Time at={createdAt} /> },
    ],
    filters: [
      { kind: "choice", name: "status", label: "Status", options: wordsOf(VOUCHER_STATES) },
      { kind: "link", name: "internalId", label: "internalId" },
      { kind: "link", name: "keyId", label: "Of the key" },
    ],
  };
}

function NoVouchers() {
  const curl = [
    `curl ${location.origin}/v1/create-voucher -H "apikey: $LEYDEN_KEY" \\`,
    `  -H "content-type: application/json" -d '{"amount":"500000","internalId":"player-7"}'`,
  ].join("\n");
  return (
    <EmptyState
      title="There is no voucher yet. A voucher is money behind a link: whoever has the link can take it."
      action={<Make />}
      command={curl}
    />
  );
}
