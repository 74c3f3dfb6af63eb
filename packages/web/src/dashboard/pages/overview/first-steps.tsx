import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PageShape } from "../../../api/shapes.ts";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { apiCurl } from "../../parts/curl.ts";
import { LabPay } from "./lab-pay.tsx";
import style from "./page.module.css";

type Overview = PageShape<"Overview">;

type Step = {
  readonly name: string;
  readonly isDone: boolean;
  readonly why: string;
  /** Undefined: it is done on a page. */
  readonly command: string | undefined;
  readonly link: ReactNode;
};

/** What others do on their first day, as long as it is not done; nothing once all of it is. */
export function FirstSteps({ overview, topUp }: { overview: Overview; topUp: ReactNode }) {
  const { me, project } = useHere();
  const steps = stepsOf(overview, project, topUp, `${me.user.gamertag}@${location.host}`);
  const left = steps.filter(({ isDone }) => !isDone);
  if (left.length === 0) return null;
  return (
    <section className={style["steps"]} aria-labelledby="first-steps">
      <h2 id="first-steps">First steps</h2>
      <p className="soft" role="status">
        {steps.length - left.length} of {steps.length} are done. Each goes away when it is.
      </p>
      <ol>
        {left.map((step, i) => (
          <li key={step.name}>
            <details open={i === 0}>
              <summary>{step.name}</summary>
              <p>{step.why}</p>
              {step.command !== undefined && <CodeBlock text={step.command} name={`command: ${step.name}`} />}
              {step.link}
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The key is in a variable of the shell: it stays out of the history. */
const curl = (path: string, body?: object) => apiCurl(location.origin, path, body);

/** `own`: Lightning address of whoever looks, which this installation can pay for certain. */
function stepsOf(
  { available, firstSteps }: Overview,
  project: { readonly id: string },
  topUp: ReactNode,
  own: string,
): Step[] {
  const { keys, paid, received, webhooks } = firstSteps;
  const link = (path: string, words: string) => (
    <Link className="button second" to={addressOf(project.id, path)}>
      {words}
    </Link>
  );
  return [
    {
      name: keys === "none" ? "Get a key" : "Make a first call with your key",
      isDone: keys === "used",
      why:
        keys === "none"
          ? "A key lets your server act for this project. Choose read, receive and send: the calls of these steps need no more. Then read the wallet with it."
          : "Read the wallet with it: that changes nothing.",
      command: curl("/v0/wallet"),
      link: keys === "none" && link("keys/new", "Make a key"),
    },
    {
      name: "Top up the wallet",
      isDone: available !== "0" || received !== "never" || paid,
      why: "Make an invoice of this project and pay it. It is the same call with which your customers pay you; its key needs receive.",
      command: curl("/v0/charges", { amount: "50000000", description: "Top-up" }),
      link: (
        <>
          <LabPay invoice="<invoice>" />
          {topUp}
        </>
      ),
    },
    {
      name: "Pay somebody, or be paid",
      // What came in first was the top-up.
      isDone: paid || received === "more",
      why: "A Lightning address is all that you need of a recipient: this one is yours. Amounts are in millisatoshis; the key needs send.",
      command: curl("/v0/ln-address/send-payment", { lnAddress: own, amount: "1000" }),
      link: link("pay", "Pay from this page"),
    },
    webhooks === "none"
      ? {
          name: "Receive a webhook",
          isDone: false,
          why: "Name an https address of yours: the service calls it when a payment ends or money comes in. The key of the steps before cannot add it.",
          command: undefined,
          link: link("webhooks/endpoints/new", "Add an endpoint"),
        }
      : {
          name: "Let your webhook endpoint accept an event",
          isDone: webhooks === "delivered",
          why: "Send it a test event, and look at what it answered.",
          command: undefined,
          link: link("webhooks/endpoints", "Your endpoints"),
        },
  ];
}
