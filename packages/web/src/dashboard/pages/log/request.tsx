import { Link } from "@tanstack/react-router";
import type { PageShape } from "../../../api/shapes.ts";
import { Time } from "../../../ui/time.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { CodeBlock, prettyJson } from "../../parts/code-block.tsx";
import { DetailPanel } from "../../parts/detail-panel.tsx";
import { Fact, Facts, LongFact } from "../../parts/facts.tsx";
import type { ThingKind } from "../../parts/states-of-things.ts";
import { ThingLink } from "../../parts/thing-link.tsx";
import { AnswerStatus } from "./answer-status.tsx";
import css from "./page.module.css";
import { isOfMember } from "./refused.ts";

type Request = PageShape<"Request">;
type Refused = Request["refused"][number];

const NOT_KNOWN =
  "Nothing is kept of a request with this id. Kept are what was refused or failed in 30 days, and what requests made; " +
  "not what members only look at on these pages.";

/** What is known of a request by its id: why it was refused, or what it made. */
export function RequestDetail() {
  const { api } = useHere();
  return (
    <DetailPanel
      title="Request"
      list="log"
      noun="request"
      missing={{ code: "request_not_found", text: NOT_KNOWN }}
      read={(requestId, signal) => api.get("/requests/{requestId}", { params: { requestId }, signal })}
    >
      {(request) => <RequestFacts request={request} />}
    </DetailPanel>
  );
}

function RequestFacts({ request: { requestId, refused, made } }: { request: Request }) {
  return (
    <>
      <Facts>
        <LongFact name="Id" text={requestId} />
      </Facts>
      <Made made={made} />
      {refused.length > 1 && <p className="hint">{refused.length} requests had this id. The last one comes first.</p>}
      {refused.map((one) => (
        <RefusedFacts key={`${one.at} ${one.code}`} refused={one} />
      ))}
    </>
  );
}

const KINDS: Readonly<Record<Request["made"][number]["kind"], ThingKind>> = {
  payment: "payment",
  charge: "charge",
  static_charge: "static_charge",
  voucher: "voucher",
  withdrawal_request: "withdrawal",
  ramp_session: "session",
};

function Made({ made }: Pick<Request, "made">) {
  if (made.length === 0) return null;
  return (
    <section aria-label="What it made">
      <h3 className={css["part"]}>What it made</h3>
      <ul className={css["made"]}>
        {made.map(({ kind, id, createdAt }) => (
          <li key={id}>
            <ThingLink kind={KINDS[kind]} id={id} /> <Time at={createdAt} exact />
          </li>
        ))}
      </ul>
    </section>
  );
}

function RefusedFacts({ refused }: { refused: Refused }) {
  const { project } = useHere();
  const { method, path, route, code, message, details, body, keyId } = refused;
  return (
    <section className={css["refused"]} aria-label={`Refused: ${code}`}>
      <p className="sum">
        <AnswerStatus request={refused} />
      </p>
      <div className="standing">
        <p>
          <strong>{message}</strong>
        </p>
        {details.map(({ field, issue }) => (
          <p key={`${field} ${issue}`}>
            <code>{field}</code> {issue}
          </p>
        ))}
      </div>
      <Facts>
        <LongFact name="Call" text={`${method} ${path}`} />
        {route !== path && <LongFact name="Route" text={route} />}
        <Fact name="Key">
          {isOfMember(refused) ? (
            "None: a member asked, on these pages"
          ) : (
            <ThingLink kind="key" id={keyId}>
              The key that asked
            </ThingLink>
          )}
        </Fact>
        <Fact name="From">
          <bdi>{refused.network}</bdi>
        </Fact>
        <Fact name="When">
          <Time at={refused.at} exact />
        </Fact>
        <Fact name="Took">{refused.durationMs} ms</Fact>
      </Facts>
      <h3 className={css["part"]}>Body of the request</h3>
      {body === null ? (
        <p className="hint">It had none, or it was no JSON.</p>
      ) : (
        <>
          <p className="hint">Without secrets, and cut at 4 kB.</p>
          <CodeBlock name="body" text={prettyJson(body)} />
        </>
      )}
      <ul className="around" aria-label="What is like it">
        <li>
          <Link to={addressOf(project.id, "log")} search={{ code } as never}>
            All with this code
          </Link>
        </li>
        <li>
          <Link to={addressOf(project.id, "log")} search={{ keyId } as never}>
            {isOfMember(refused) ? "All of members" : "All of this key"}
          </Link>
        </li>
      </ul>
    </section>
  );
}
