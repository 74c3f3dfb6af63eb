import type { Shape } from "../../../api/shapes.ts";
import { Field } from "../../../ui/field.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { MakeForm } from "../../parts/make-form.tsx";
import { Panel } from "../../parts/panel.tsx";
import { ForRole } from "../../parts/role-notice.tsx";
import { msatsIn, SatsField, textIn } from "../../parts/sats-field.tsx";
import { ShowMade } from "../../parts/show-made.tsx";
import { useMakeOnce } from "../../parts/use-make-once.ts";

type Body = { readonly amount: string; readonly description: string; readonly internalId?: string };

/** A charge is made once: afterwards its panel is shown, with its QR code. */
export function NewCharge() {
  const { api, project } = useHere();
  const making = useMakeOnce<Body, Shape<"Charge">>("charge", (body, idempotencyKey) =>
    api.write("post", "/v0/charges", { body, idempotencyKey }),
  );
  const read = (form: FormData) => {
    const amount = msatsIn(form, "amount");
    const internalId = textIn(form, "internalId");
    if (amount === undefined) return { wrong: "The amount must be sats such as 50000, above zero.", at: "amount" };
    const description = textIn(form, "description") ?? "";
    return { body: { amount, description, ...(internalId !== undefined && { internalId }) } };
  };
  return (
    <Panel title="New charge" back={addressOf(project.id, "charges")}>
      {making.state.kind === "made" ? (
        <ShowMade making={making} address={addressOf(project.id, `charges/${making.state.made.id}`)} />
      ) : (
        <ForRole action="receive" what="Making charges">
          <MakeForm making={making} verb="Make the charge" read={read}>
            <SatsField name="amount" label="Amount in sats" />
            <Field label="Description" name="description" maxLength={600} hint="The payer sees it." />
            <Field label="internalId" name="internalId" maxLength={255} hint="Yours, such as the number of an order." />
          </MakeForm>
        </ForRole>
      )}
    </Panel>
  );
}
