import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { Amount } from "../../../ui/amount.tsx";
import { Button } from "../../../ui/button.tsx";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { shortText } from "../../../ui/format.ts";
import { useHere } from "../../context.ts";
import { searchOf } from "../../parts/found.tsx";
import { FreshNotice } from "../../parts/fresh-notice.tsx";
import { msatsIn } from "../../parts/sats-field.tsx";
import { ThingLink } from "../../parts/thing-link.tsx";
import { amountOf, type PayBody } from "./payment-body.ts";

/** Each is looked for: more are counted alone. */
const SHOWN_MAX = 3;

type PayAnywayProps = {
  /** Such as "line 3". */
  readonly what: string;
  readonly body: PayBody;
  /** Hashes of payments that it may repeat; at least one. */
  readonly repeats: readonly string[];
  readonly onPay: (hash: string) => void;
  readonly onClose: () => void;
};

/** Asks before something is paid that may be paid: what is known of the earlier payment, and the amount again. */
export function PayAnyway({ what, body, repeats, onPay, onClose }: PayAnywayProps) {
  const [wrong, setWrong] = useState<string>();
  const amount = amountOf(body);
  const [first = ""] = repeats;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isSame = msatsIn(new FormData(event.currentTarget), "again") === amount;
    setWrong(isSame ? undefined : "That is not its amount.");
    if (isSame) onPay(first);
  };
  return (
    <Dialog title={`Pay ${what} all the same?`} onClose={onClose}>
      <p>
        <Amount msats={amount} /> to <bdi>{shortText(body.to)}</bdi>. It may be paid: before the service was restored
        from a copy, its node made {repeats.length === 1 ? "a payment" : `${repeats.length} payments`} of this amount.
        Whom {repeats.length === 1 ? "it" : "they"} paid is not known.
      </p>
      <ul>
        {repeats.slice(0, SHOWN_MAX).map((hash) => (
          <li key={hash}>
            <code title={hash}>{shortText(hash)}</code> <CopyButton text={hash} name="payment hash" />{" "}
            <Earlier hash={hash} />
          </li>
        ))}
        {repeats.length > SHOWN_MAX && <li>and {repeats.length - SHOWN_MAX} more</li>}
      </ul>
      <p>
        Ask the recipient whether it has come, or the operator for the payment with this hash. What is paid twice does
        not come back.
      </p>
      <CheckedForm onSubmit={submit} noValidate>
        <Field
          label="Amount in sats, once more"
          name="again"
          inputMode="decimal"
          autoComplete="off"
          required
          wrong={wrong}
          hint="Typed again, so that it is not paid by a slip."
        />
        <FreshNotice />
        <div className="actions">
          <Button type="submit" look="danger">
            Pay it: it is another payment
          </Button>
          <Button look="second" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </CheckedForm>
    </Dialog>
  );
}

/** A payment of this project with the hash, where the operator has assigned it, or else that there is none. */
function Earlier({ hash }: { hash: string }) {
  const { api, project } = useHere();
  const { data, error } = useQuery(searchOf(api, project.id, hash));
  const found = data?.found.find(({ kind }) => kind === "payment");
  if (found !== undefined)
    return (
      <ThingLink kind="payment" id={found.id}>
        Look at the payment
      </ThingLink>
    );
  if (data !== undefined) return <span className="soft">No payment of this project has this hash.</span>;
  return error === null ? <span className="soft">Looking …</span> : <span className="soft">It was not looked up.</span>;
}
