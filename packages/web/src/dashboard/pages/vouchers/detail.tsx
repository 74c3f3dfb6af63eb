import type { Shape } from "../../../api/shapes.ts";
import { Amount } from "../../../ui/amount.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Time } from "../../../ui/time.tsx";
import { useHere } from "../../context.ts";
import { DetailPanel } from "../../parts/detail-panel.tsx";
import { Fact, Facts, LongFact, TextFact } from "../../parts/facts.tsx";
import { NewLink } from "../../parts/new-link.tsx";
import { State } from "../../parts/state.tsx";
import { VOUCHER_STATES } from "../../parts/states-of-things.ts";
import { Timeline } from "../../parts/timeline.tsx";
import { RevokeVoucher } from "./revoke-voucher.tsx";

type Voucher = Shape<"Voucher">;

/** One voucher: whether it was taken, and what helps somebody who lost it. */
export function VoucherDetail() {
  const { api } = useHere();
  return (
    <DetailPanel
      title="Voucher"
      list="vouchers"
      noun="voucher"
      read={(id, signal) => api.get("/v0/vouchers/{id}", { params: { id }, signal })}
    >
      {(voucher) => <VoucherFacts voucher={voucher} />}
    </DetailPanel>
  );
}

function VoucherFacts({ voucher }: { voucher: Voucher }) {
  const { status } = voucher;
  return (
    <>
      <p className="sum">
        <Amount msats={voucher.amount} /> <State states={VOUCHER_STATES} of={status} />
      </p>
      <Timeline of="voucher" id={voucher.id} />
      <Lost voucher={voucher} />
      <Facts>
        <Fact name="Code (for finding it)">
          <span className="code">{voucher.code}</span> <CopyButton text={voucher.code} name="code" />
        </Fact>
        <TextFact name="Description" text={voucher.description} />
        <LongFact name="internalId" text={voucher.internalId} />
        <Fact name="Made">
          <Time at={voucher.createdAt} exact />
        </Fact>
        <Fact name={status === "open" ? "Can be taken until" : "Could be taken until"}>
          <Time at={voucher.expiresAt} exact />
        </Fact>
        <LongFact name="Taken by the wallet" text={voucher.redeemedById} />
        <LongFact name="Revoked by the wallet" text={voucher.revokedById} />
        <LongFact name="Id" text={voucher.id} />
        <LongFact name="Transfer that made it" text={voucher.createTransactionId} />
        <LongFact name="Transfer that took it" text={voucher.redeemedTransactionId} />
        <LongFact name="Transfer that revoked it" text={voucher.revokedTransactionId} />
      </Facts>
    </>
  );
}

/** The link was shown once: whoever lost it gets another voucher. */
function Lost({ voucher }: { voucher: Voucher }) {
  switch (voucher.status) {
    case "open":
      return (
        <>
          <p className="hint">
            Was its link lost? It was shown when the voucher was made, and cannot be shown again. Revoke the voucher and
            make it anew: nothing is paid twice.
          </p>
          <RevokeVoucher voucher={voucher} />
        </>
      );
    case "revoked":
    case "expired":
      return (
        <div className="actions">
          <NewLink path="vouchers/new" like={voucher.id} action="vouchers" look="second">
            Make it anew
          </NewLink>
        </div>
      );
    default:
      return null;
  }
}
