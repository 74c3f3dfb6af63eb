import type { Shape } from "../../../api/shapes.ts";
import { Field } from "../../../ui/field.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { MakeForm, type ReadForm } from "../../parts/make-form.tsx";
import { Panel } from "../../parts/panel.tsx";
import { ForRole } from "../../parts/role-notice.tsx";
import { msatsIn, SatsField, textIn } from "../../parts/sats-field.tsx";
import { ShowMade } from "../../parts/show-made.tsx";
import { useMakeOnce } from "../../parts/use-make-once.ts";

type Body = {
  readonly minAmount: string;
  readonly maxAmount: string;
  readonly description: string;
  readonly successMessage?: string;
  readonly internalId?: string;
  readonly allowedSlots?: string;
};

export function NewStaticCharge() {
  const { api, project } = useHere();
  const making = useMakeOnce<Body, Shape<"StaticCharge">>("static charge", (body, idempotencyKey) =>
    api.write("post", "/v0/static-charges", { body, idempotencyKey }),
  );
  return (
    <Panel title="New static charge" back={addressOf(project.id, "charges/static")}>
      {making.state.kind === "made" ? (
        <ShowMade making={making} address={addressOf(project.id, `charges/static/${making.state.made.id}`)} />
      ) : (
        <ForRole action="receive" what="Making static charges">
          <MakeForm making={making} verb="Make the static charge" read={readForm}>
            <SatsField name="minAmount" label="Least in sats" />
            <SatsField name="maxAmount" label="Most in sats" hint="The same as the least, for a fixed price." />
            <Field label="Description" name="description" maxLength={600} required hint="The payer sees it." />
            <Field label="Said after the payment" name="successMessage" maxLength={144} />
            <Field
              label="How many payments it takes"
              name="allowedSlots"
              inputMode="numeric"
              pattern="[1-9][0-9]{0,8}"
              hint="Empty: any number."
            />
            <Field label="internalId" name="internalId" maxLength={255} hint="Yours; each of its charges has it too." />
          </MakeForm>
        </ForRole>
      )}
    </Panel>
  );
}

const NO_AMOUNT = "It must be sats such as 50000, above zero.";

function readForm(form: FormData): ReadForm<Body> {
  const [minAmount, maxAmount] = [msatsIn(form, "minAmount"), msatsIn(form, "maxAmount")];
  const description = textIn(form, "description");
  if (minAmount === undefined) return { wrong: NO_AMOUNT, at: "minAmount" };
  if (maxAmount === undefined) return { wrong: NO_AMOUNT, at: "maxAmount" };
  if (BigInt(minAmount) > BigInt(maxAmount)) return { wrong: "The least is more than the most.", at: "minAmount" };
  if (description === undefined) return { wrong: "Say for what it is.", at: "description" };
  const others = ["successMessage", "internalId", "allowedSlots"]
    .map((name) => [name, textIn(form, name)] as const)
    .filter(([, value]) => value !== undefined);
  return { body: { minAmount, maxAmount, description, ...Object.fromEntries(others) } };
}
