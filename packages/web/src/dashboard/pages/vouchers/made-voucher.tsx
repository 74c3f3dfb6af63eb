import { useQuery } from "@tanstack/react-query";
import type { Shape } from "../../../api/shapes.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Qr } from "../../../ui/qr.tsx";
import { useHere } from "../../context.ts";
import { Fact, Facts, LongFact, TextFact } from "../../parts/facts.tsx";
import { ShownOnce, useShownOnce } from "../../parts/shown-once.tsx";
import { State } from "../../parts/state.tsx";
import { VOUCHER_STATES } from "../../parts/states-of-things.ts";

type IssuedVoucher = Shape<"IssuedVoucher">;

type MadeVoucherProps = {
  readonly voucher: IssuedVoucher;
  readonly onDone: () => void;
  readonly onAnother: () => void;
};

/** With the link that takes the money, which is shown this once, and no more when it is worth nothing. */
export function MadeVoucher({ voucher, onDone, onAnother }: MadeVoucherProps) {
  const { api, project } = useHere();
  const { id } = voucher;
  const { data: now = voucher } = useQuery({
    queryKey: ["project", project.id, "voucher", id],
    queryFn: ({ signal }) => api.get("/v0/vouchers/{id}", { params: { id }, signal }),
  });
  const isOpen = now.status === "open";
  return (
    <>
      <p className="sum">
        <Amount msats={voucher.amount} />
        {!isOpen && <State states={VOUCHER_STATES} of={now.status} />}
      </p>
      {!isOpen && <p role="status">Its link is worth nothing any more.</p>}
      {isOpen &&
        (voucher.claimUrl === null ? (
          <LinkLost />
        ) : (
          <TheLink url={voucher.claimUrl} lnurl={voucher.lnurl} onDone={onDone} />
        ))}
      <Facts>
        <Fact name="Code (for finding it)">
          <span className="code">{voucher.code}</span> <CopyButton text={voucher.code} name="code" />
        </Fact>
        <TextFact name="Description" text={voucher.description} />
        <LongFact name="internalId" text={voucher.internalId} />
        <LongFact name="Id" text={voucher.id} />
      </Facts>
      <div className="actions">
        {(!isOpen || voucher.claimUrl === null) && <Button onClick={onDone}>To the voucher</Button>}
        {!isOpen && (
          <Button look="second" onClick={onAnother}>
            Make another one
          </Button>
        )}
      </div>
    </>
  );
}

type LinkProps = { readonly url: string; readonly lnurl: string | null; readonly onDone: () => void };

function TheLink({ url, lnurl, onDone }: LinkProps) {
  const once = useShownOnce(onDone);
  return (
    <div className="pay-code">
      <p className="notice">
        <strong>Keep this link now.</strong> Whoever has it can take the money, and it cannot be shown again. This tab
        keeps it until you say that you have it, log out or close the tab.
      </p>
      <Qr text={url} label="Link of the voucher as a QR code" />
      <ShownOnce text={url} name="link" once={once}>
        {lnurl !== null && <CopyButton text={lnurl} name="LNURL" label="Copy the LNURL" onCopied={once.copied} />}
      </ShownOnce>
    </div>
  );
}

/** The first answer of the service did not arrive. */
function LinkLost() {
  return (
    <p className="notice bad" role="alert">
      The voucher is made, but its link was lost with the first answer, and cannot be shown again. Open the voucher,
      revoke it and make it anew: the money comes back at once.
    </p>
  );
}
