import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import type { Shape } from "../../../api/shapes.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Field } from "../../../ui/field.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import { addressOf } from "../../addresses.ts";
import { useFilters, useHere } from "../../context.ts";
import { MakeForm, type ReadForm } from "../../parts/make-form.tsx";
import { Panel } from "../../parts/panel.tsx";
import { ForRole } from "../../parts/role-notice.tsx";
import { msatsIn, SatsField, textIn } from "../../parts/sats-field.tsx";
import { satsOf } from "../../parts/typed-sats.ts";
import { useMakeOnce } from "../../parts/use-make-once.ts";
import { MadeVoucher } from "./made-voucher.tsx";
import {
  DAYS_DEFAULT,
  DAYS_MAX,
  DESCRIPTION_CHARACTERS_MAX,
  INTERNAL_ID_CHARACTERS_MAX,
  secondsOfDays,
  type VoucherBody,
} from "./voucher-body.ts";

/** A voucher is made once. Its link is shown until somebody says that it was kept: nobody can show it again. */
export function NewVoucher() {
  const { api, project } = useHere();
  const navigate = useNavigate();
  const making = useMakeOnce<VoucherBody, Shape<"IssuedVoucher">>("voucher", (body, idempotencyKey) =>
    api.write("post", "/v1/create-voucher", { body, idempotencyKey }),
  );
  const list = addressOf(project.id, "vouchers");
  const { state, done } = making;
  const [{ like }] = useFilters();
  // The tab may still keep the one that was revoked to be made anew: nobody gets its link any more.
  const isRevoked = state.kind === "made" && state.made.id === like;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what was revoked
  useEffect(() => {
    if (isRevoked) done();
  }, [isRevoked]);
  const leave = (id: string) => {
    done();
    void navigate({ to: `${list}/${id}`, replace: true });
  };
  return (
    <Panel title={state.kind === "made" && !isRevoked ? "The voucher is made" : "New voucher"} back={list}>
      {state.kind === "made" && !isRevoked ? (
        <MadeVoucher voucher={state.made} onDone={() => leave(state.made.id)} onAnother={done} />
      ) : (
        <ForRole action="vouchers" what="Making vouchers">
          <VoucherForm making={making} />
        </ForRole>
      )}
    </Panel>
  );
}

/** `like`, in the address: of a voucher that is made anew. */
function VoucherForm({ making }: { making: ReturnType<typeof useMakeOnce<VoucherBody, Shape<"IssuedVoucher">>> }) {
  const { api, project } = useHere();
  const [{ like }] = useFilters();
  const { data: model, isPending } = useQuery({
    queryKey: ["project", project.id, "voucher", like],
    queryFn: ({ signal }) => api.get("/v0/vouchers/{id}", { params: { id: like ?? "" }, signal }),
    enabled: like !== undefined,
  });
  if (like !== undefined && isPending) return <Skeleton lines={5} />;
  return (
    <MakeForm
      making={making}
      verb="Make the voucher"
      isFresh
      read={readForm}
      about={({ amount }) => <Amount msats={amount} />}
    >
      <SatsField
        name="amount"
        label="Amount in sats"
        hint="It leaves the wallet of the project now, and comes back if it is not redeemed."
        value={model === undefined ? undefined : satsOf(model.amount)}
      />
      <Field
        label="Description"
        name="description"
        maxLength={DESCRIPTION_CHARACTERS_MAX}
        hint="Whoever takes it sees it."
        defaultValue={model?.description}
      />
      <Field
        label="internalId"
        name="internalId"
        maxLength={INTERNAL_ID_CHARACTERS_MAX}
        hint="Yours, such as the id of a player: you find the voucher by it."
        defaultValue={model?.internalId ?? undefined}
      />
      <Field
        label="Days to take it"
        name="days"
        type="number"
        min={1}
        max={DAYS_MAX}
        required
        defaultValue={DAYS_DEFAULT}
      />
    </MakeForm>
  );
}

function readForm(form: FormData): ReadForm<VoucherBody> {
  const amount = msatsIn(form, "amount");
  const expiresIn = secondsOfDays(textIn(form, "days") ?? "");
  const [description, internalId] = [textIn(form, "description"), textIn(form, "internalId")];
  if (amount === undefined) return { wrong: "The amount must be sats such as 50000, above zero.", at: "amount" };
  if (expiresIn === undefined) return { wrong: `Days must be a whole number from 1 to ${DAYS_MAX}.`, at: "days" };
  return {
    body: {
      amount,
      expiresIn,
      ...(description !== undefined && { description }),
      ...(internalId !== undefined && { internalId }),
    },
  };
}
