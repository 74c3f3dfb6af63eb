import { type ReactNode, type SyntheticEvent, useId } from "react";
import { satText } from "../../../ui/amount-text.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { Field } from "../../../ui/field.tsx";
import { useUi } from "../../../ui/words.ts";
import { Area } from "../../parts/fields.tsx";
import { FreshNotice } from "../../parts/fresh-notice.tsx";
import { msatsOf, satsOf } from "../../parts/typed-sats.ts";
import { SCOPES } from "./key.ts";
import { asksToSend, type KeyForm as Form } from "./rules.ts";
import { useOwnLimits } from "./use-keys.ts";

type KeyFormProps = {
  readonly form: Form;
  readonly wrong: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<Form>) => void;
  readonly onSend: () => void;
  readonly isBusy: boolean;
  readonly action: string;
  /** Between the rules and the button. */
  readonly children?: ReactNode;
};

/** What a key may do. What is left empty is not bound. */
export function KeyForm({ form, wrong, onChange, onSend, isBusy, action, children }: KeyFormProps) {
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isBusy) onSend();
  };
  return (
    <CheckedForm onSubmit={send} noValidate>
      <FreshNotice />
      <Field
        label="Name"
        value={form.name}
        maxLength={40}
        autoComplete="off"
        wrong={wrong["name"]}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <Scopes form={form} wrong={wrong["scopes"]} onChange={onChange} />
      {asksToSend(form) && <Sending {...{ form, wrong, onChange }} />}
      <Area
        label="From where it may be used"
        hint="Addresses or networks such as 203.0.113.0/24, one in a line. Empty: anywhere."
        rows={2}
        spellCheck={false}
        value={form.networks}
        wrong={wrong["networks"]}
        onChange={({ currentTarget }) => onChange({ networks: currentTarget.value })}
      />
      {children}
      <div className="actions">
        <Button type="submit" busy={isBusy}>
          {action}
        </Button>
      </div>
    </CheckedForm>
  );
}

type RuleProps = Pick<KeyFormProps, "form" | "wrong" | "onChange">;

/** Of a key that can send. What is not shown is asked for all the same: a member's key has the member's limits. */
function Sending({ form, wrong, onChange }: RuleProps) {
  return (
    <>
      <OwnLimits form={form} onChange={onChange} />
      <Sats name="cap" label="One payment, at most (sat)" {...{ form, wrong, onChange }} />
      <Sats name="daily" label="In any 24 hours, at most (sat)" {...{ form, wrong, onChange }} />
      <Sats name="weekly" label="In any 7 days, at most (sat)" {...{ form, wrong, onChange }} />
      <Sats name="monthly" label="In any 30 days, at most (sat)" {...{ form, wrong, onChange }} />
      <Area
        label="Whom it may pay"
        hint="One in a line: ann@shop.example, *@shop.example, the public key of a node, or internal for wallets of this service. Empty: anybody."
        rows={2}
        spellCheck={false}
        value={form.destinations}
        wrong={wrong["destinations"]}
        onChange={({ currentTarget }) => onChange({ destinations: currentTarget.value })}
      />
    </>
  );
}

function Sats({
  name,
  label,
  form,
  wrong,
  onChange,
}: RuleProps & { name: "cap" | "daily" | "weekly" | "monthly"; label: string }) {
  return (
    <Field
      label={label}
      inputMode="decimal"
      placeholder="any amount"
      autoComplete="off"
      value={form[name]}
      wrong={wrong[name]}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
    />
  );
}

type ScopesProps = {
  readonly form: Form;
  readonly wrong: string | undefined;
  readonly onChange: RuleProps["onChange"];
};

function Scopes({ form: { isWhole, scopes }, wrong, onChange }: ScopesProps) {
  const id = useId();
  const toggle = (scope: string, isOn: boolean) =>
    onChange({ scopes: SCOPES.map(([one]) => one).filter((one) => (one === scope ? isOn : scopes.includes(one))) });
  return (
    <fieldset className="choices" aria-describedby={`${id}-wrong`}>
      <legend>What it may be used for</legend>
      <label>
        <input
          type="checkbox"
          checked={isWhole}
          onChange={({ currentTarget }) => onChange({ isWhole: currentTarget.checked })}
        />
        Everything, settings too
      </label>
      {SCOPES.map(([scope, words]) => (
        <label key={scope}>
          <input
            type="checkbox"
            checked={isWhole || scopes.includes(scope)}
            disabled={isWhole}
            onChange={({ currentTarget }) => toggle(scope, currentTarget.checked)}
          />
          {words}
        </label>
      ))}
      <p className="wrong" id={`${id}-wrong`} role="alert">
        {wrong}
      </p>
    </fieldset>
  );
}

/** A member gives no key more than the member has: what is wider is refused, and not made narrower. */
function OwnLimits({ form, onChange }: Pick<RuleProps, "form" | "onChange">) {
  const own = useOwnLimits();
  const [cap, daily] = [satsOf(own.cap), satsOf(own.daily)];
  const limits = { ...(cap !== "" && { cap }), ...(daily !== "" && { daily }) };
  const isOther = Object.entries(limits).some(([name, sats]) => msatsOf(form[name as "cap"]) !== msatsOf(sats));
  const { locale } = useUi();
  const most = [
    own.cap !== null && `${satText(own.cap, locale)} in one payment`,
    own.daily !== null && `${satText(own.daily, locale)} in any 24 hours`,
  ].filter(Boolean);
  if (most.length === 0)
    return (
      <p className="hint">You give a key no more than you may do yourself; you have no limits of your own here.</p>
    );
  return (
    <div className="notice">
      <p>You may send at most {most.join(" and ")}, and give no key more: a key without these limits is refused.</p>
      {isOther && (
        <Button look="second" onClick={() => onChange(limits)}>
          Fill in my limits
        </Button>
      )}
    </div>
  );
}
