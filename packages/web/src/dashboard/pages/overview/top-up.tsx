import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Shape } from "../../../api/shapes.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { CHECK, Icon } from "../../../ui/icon.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Status } from "../../../ui/status.tsx";
import { Time } from "../../../ui/time.tsx";
import { useFilters, useHere } from "../../context.ts";
import { MakeForm } from "../../parts/make-form.tsx";
import { PayCode } from "../../parts/pay-code.tsx";
import { msatsIn, SatsField } from "../../parts/sats-field.tsx";
import { useMakeOnce } from "../../parts/use-make-once.ts";
import { LabPay } from "./lab-pay.tsx";
import style from "./page.module.css";

/** In the address instead of the id of a charge, while there is none. */
const NEW = "new";

export function TopUpButton() {
  const { project } = useHere();
  const [, change] = useFilters();
  if (!project.actions.includes("receive")) return null;
  return <Button onClick={() => change({ topup: NEW })}>Top up</Button>;
}

/** Makes an invoice of the project and waits until it is paid. The address names it, so a reload shows the same. */
export function TopUp() {
  const [{ topup }, change] = useFilters();
  const { project } = useHere();
  const mayMake = project.actions.includes("receive");
  if (topup === undefined || (topup === NEW && !mayMake)) return null;
  const close = () => change({ topup: undefined });
  return (
    <Dialog title="Top up" onClose={close}>
      {topup === NEW ? (
        <NewTopUp onMade={(id) => change({ topup: id }, { replace: true })} />
      ) : (
        <TopUpCharge id={topup} onClose={close} onAgain={mayMake ? () => change({ topup: NEW }) : undefined} />
      )}
    </Dialog>
  );
}

type Body = { readonly amount: string; readonly description: string };

function NewTopUp({ onMade }: { onMade: (id: string) => void }) {
  const { api, project } = useHere();
  const making = useMakeOnce<Body, Shape<"Charge">>("top-up", (body, idempotencyKey) =>
    api.write("post", "/v0/charges", { body, idempotencyKey }),
  );
  const made = making.state.kind === "made" ? making.state.made : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what was made; it is kept until it is shown
  useEffect(() => {
    if (made === undefined) return undefined;
    onMade(made.id);
    return making.done;
  }, [made?.id]);
  const read = (form: FormData) => {
    const amount = msatsIn(form, "amount");
    return amount === undefined
      ? { wrong: "The amount must be sats such as 50000, above zero.", at: "amount" }
      : { body: { amount, description: `Top-up of ${project.name}`.slice(0, DESCRIPTION_CHARACTERS) } };
  };
  if (made !== undefined) return <Skeleton lines={6} />;
  return (
    <MakeForm making={making} verb="Make an invoice" read={read}>
      <SatsField name="amount" label="Amount in sats" hint="You pay it from any Lightning wallet." />
    </MakeForm>
  );
}

/** Names of projects are longer than what a payer's wallet shows. */
const DESCRIPTION_CHARACTERS = 200;

type ChargeProps = { readonly id: string; readonly onClose: () => void; readonly onAgain: (() => void) | undefined };

function TopUpCharge({ id, onClose, onAgain }: ChargeProps) {
  const { api, project } = useHere();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ["project", project.id, "charge", id],
    queryFn: ({ signal }) => api.get("/v0/charges/{id}", { params: { id }, signal }),
    meta: { live: ["receipt", "wallet"] },
  });
  const isPaid = data?.status === "completed";
  useEffect(() => {
    if (isPaid) void client.invalidateQueries({ queryKey: ["project", project.id, "overview"] });
  }, [client, project.id, isPaid]);
  if (data === undefined)
    return error === null ? <Skeleton lines={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <p className="sum">
        <Amount msats={isPaid ? data.received : data.amount} /> <ChargeState status={data.status} />
      </p>
      {data.status === "pending" && (
        <>
          <PayCode label="Invoice as a QR code" text={data.invoice.request} uri={data.invoice.uri} name="invoice" />
          <LabPay invoice={data.invoice.request} />
          <p className="hint">
            It can be paid until <Time at={data.expiresAt} exact />.
          </p>
        </>
      )}
      {isPaid && (
        <div className={style["paid"]} role="status">
          <Icon path={CHECK} size={96} />
          <strong>Paid. It is in the wallet.</strong>
        </div>
      )}
      {data.status === "expired" && <p>Nobody has paid it in time. Do not pay it any more: make another one.</p>}
      <div className="actions">
        {data.status !== "pending" && <Button onClick={onClose}>Done</Button>}
        {data.status !== "pending" && onAgain !== undefined && (
          <Button look="second" onClick={onAgain}>
            {isPaid ? "Top up again" : "Make another one"}
          </Button>
        )}
      </div>
    </>
  );
}

function ChargeState({ status }: { status: Shape<"Charge">["status"] }) {
  if (status === "completed") return <Status tone="good">Paid</Status>;
  return status === "pending" ? <Status tone="wait">Waits to be paid</Status> : <Status tone="soft">Over</Status>;
}
