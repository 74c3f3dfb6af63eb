import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { newKey } from "../../../api/call.ts";
import type { Shape } from "../../../api/shapes.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Button } from "../../../ui/button.tsx";
import { useToasts } from "../../../ui/toast.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { useMayDo } from "../../parts/use-may-do.ts";

type Revocable = Pick<Shape<"Voucher">, "id" | "code" | "amount" | "status">;

/** Takes back a voucher that nobody took, alone or to make it anew for somebody who lost its link. */
export function RevokeVoucher({ voucher }: { voucher: Revocable }) {
  const [asked, setAsked] = useState<"revoke" | "anew">();
  const mayRevoke = useMayDo("vouchers");
  if (!mayRevoke || voucher.status !== "open") return null;
  return (
    <div className="actions">
      <Button look="danger" onClick={() => setAsked("revoke")}>
        Revoke
      </Button>
      <Button look="second" onClick={() => setAsked("anew")}>
        Revoke, and make it anew
      </Button>
      {asked !== undefined && (
        <AskFirst voucher={voucher} isAnew={asked === "anew"} onClose={() => setAsked(undefined)} />
      )}
    </div>
  );
}

type AskFirstProps = { readonly voucher: Revocable; readonly isAnew: boolean; readonly onClose: () => void };

function AskFirst({ voucher, isAnew, onClose }: AskFirstProps) {
  const { api, project } = useHere();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { say } = useToasts();
  const [idempotencyKey] = useState(newKey);
  const revoke = async () => {
    await api.write("post", "/v0/revoke-voucher", { body: { code: voucher.code }, idempotencyKey });
    await client.invalidateQueries({ queryKey: ["project", project.id] });
    say({ text: `Voucher ${voucher.code} is revoked. Its value is back in the wallet.` });
    if (isAnew) void navigate({ to: addressOf(project.id, "vouchers/new"), search: { like: voucher.id } as never });
  };
  return (
    <ConfirmDialog
      title={isAnew ? "Revoke it, and make it anew?" : "Revoke this voucher?"}
      action={isAnew ? "Revoke it" : "Revoke"}
      act={revoke}
      onDone={onClose}
      onClose={onClose}
    >
      <p>
        The link of <span className="code">{voucher.code}</span> cannot be redeemed afterwards, and{" "}
        <Amount msats={voucher.amount} /> go back to the wallet of the project. It cannot be undone.
        {isAnew && " The form for the new one is filled in with the same amount and names."}
      </p>
    </ConfirmDialog>
  );
}
