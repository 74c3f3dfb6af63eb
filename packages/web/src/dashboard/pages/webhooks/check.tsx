import { useMutation } from "@tanstack/react-query";
import { type SyntheticEvent, useId } from "react";
import type { PageShape } from "../../../api/shapes.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Status, type Tone } from "../../../ui/status.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { Fact, Facts } from "../../parts/facts.tsx";
import { Panel } from "../../parts/panel.tsx";
import { ThingLink } from "../../parts/thing-link.tsx";
import { WriteFailed } from "../../parts/write-failed.tsx";
import css from "./page.module.css";

type Check = PageShape<"SignatureCheck">;
type Part = PageShape<"CheckedPart">;

/** Finds out why a receiver refuses what we send, or whether we have sent it at all. */
export function CheckSignature() {
  const { api, project } = useHere();
  const id = useId();
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: (form: FormData) => {
      const text = (name: string) => String(form.get(name) ?? "").trim();
      const secret = text("secret");
      return api.write("post", "/webhooks/check-signature", {
        body: {
          id: text("id"),
          timestamp: text("timestamp"),
          signature: text("signature"),
          // Byte for byte: a form writes line ends of its own.
          body: String(form.get("body") ?? "").replaceAll("\r\n", "\n"),
          ...(secret !== "" && { secret }),
        },
      });
    },
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) mutate(new FormData(event.currentTarget));
  };
  return (
    <Panel title="Check a signature" back={addressOf(project.id, "webhooks")}>
      <form onSubmit={submit}>
        <p>
          A request as your server received it. The history of the members keeps that a check was made, and nothing of
          what you paste here.
        </p>
        <Field label="webhook-id" name="id" required autoComplete="off" spellCheck={false} />
        <Field label="webhook-timestamp" name="timestamp" required inputMode="numeric" autoComplete="off" />
        <Field
          label="webhook-signature"
          name="signature"
          required
          autoComplete="off"
          spellCheck={false}
          placeholder="v1,…"
        />
        <div className="field">
          <label htmlFor={`${id}-body`}>Body</label>
          <textarea id={`${id}-body`} name="body" rows={5} required spellCheck={false} className={css["raw"]} />
        </div>
        <Field
          label="Secret with which your server verifies, if you like"
          name="secret"
          type="password"
          autoComplete="off"
          placeholder="whsec_…"
        />
        <WriteFailed error={error} lost="Press it again: a check changes nothing." />
        <Button type="submit" busy={isPending}>
          Check it
        </Button>
      </form>
      {data !== undefined && <Verdict check={data} />}
    </Panel>
  );
}

function Verdict({ check }: { check: Check }) {
  const parts = [
    ["Id", check.id],
    ["Time", check.timestamp],
    ["Body", check.body],
    ["Secret", check.secret],
    ["Signature", check.signature],
  ] as const;
  return (
    <section className={css["verdict"]} role="status" aria-label="What came of it">
      <p>
        <Status tone={check.fits ? "good" : "bad"}>{check.fits ? "It fits" : "It does not fit"}</Status>
      </p>
      <Facts>
        {parts.map(([name, part]) => (
          <Fact key={name} name={name}>
            <Verdicts name={name} part={part} />
          </Fact>
        ))}
        {check.event !== null && (
          <Fact name="Event">
            <ThingLink kind="event" id={check.event.id}>
              {check.event.type}
            </ThingLink>
          </Fact>
        )}
      </Facts>
    </section>
  );
}

const VERDICTS: Readonly<Record<Part["verdict"], readonly [Tone, string]>> = {
  right: ["good", "Right"],
  wrong: ["bad", "Wrong"],
  unknown: ["soft", "Not known"],
};
const NOT_GIVEN = ["soft", "Not given"] as const;

/** What a reason means in one part alone. */
const BECAUSE_IN: Readonly<Record<string, Partial<Record<NonNullable<Part["because"]>, string>>>> = {
  Secret: { not_ours: "This is not the secret of this project." },
  Signature: { not_ours: "No secret of this project has made it." },
};

const BECAUSE: Readonly<Record<NonNullable<Part["because"]>, string>> = {
  missing: "It is missing.",
  malformed: "It does not have the form that it must have.",
  not_ours: "This project has sent nothing like it.",
  other_id: "It is the signature of the id in the body.",
  old: "It is right, and more than five minutes off: receivers refuse it.",
  rewritten: "It is the same JSON in other bytes: verify the body before you parse it.",
  differs: "It is another one than was sent.",
  previous: "The secret before the last rotation, which still signs too.",
  ended: "The secret before the last rotation, which signs no more.",
  replaced: "It was signed with a secret that was replaced since.",
};

function Verdicts({ name, part: { verdict, because } }: { name: string; part: Part }) {
  const [tone, words] =
    name === "Secret" && verdict === "unknown" && because !== "replaced" ? NOT_GIVEN : VERDICTS[verdict];
  return (
    <>
      <Status tone={tone}>{words}</Status>
      {because !== null && <p className="hint">{BECAUSE_IN[name]?.[because] ?? BECAUSE[because]}</p>}
    </>
  );
}
