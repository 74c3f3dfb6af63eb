import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Shape } from "../../../api/shapes.ts";
import { Button } from "../../../ui/button.tsx";
import { Time } from "../../../ui/time.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { DetailPanel } from "../../parts/detail-panel.tsx";
import { Fact, Facts, LongFact, TextFact } from "../../parts/facts.tsx";
import { State } from "../../parts/state.tsx";
import { SESSION_STATES } from "../../parts/states-of-things.ts";
import { ThingLink } from "../../parts/thing-link.tsx";
import { useMayDo } from "../../parts/use-may-do.ts";

type Session = Shape<"RampSession">;

/** One session: what happens next is said by its state and its end, and what was bought by its purchases. */
export function SessionDetail() {
  const { api } = useHere();
  return (
    <DetailPanel
      title="Session"
      list="ramp/sessions"
      noun="session"
      live={["ramp"]}
      read={(id, signal) => api.get("/api/v1/ramp-widget/{id}", { params: { id }, signal })}
    >
      {(session) => <SessionFacts session={session} />}
    </DetailPanel>
  );
}

function SessionFacts({ session }: { session: Session }) {
  const { project } = useHere();
  return (
    <>
      <p className="sum">
        <State states={SESSION_STATES} of={session.state} />
      </p>
      <WhatNext session={session} />
      <Facts>
        <LongFact name="Buyer" text={session.email} />
        {session.destination === null ? (
          <TextFact name="Goes to" text="The buyer’s own wallet here" />
        ) : (
          <LongFact name="Goes to" text={session.destination} />
        )}
        <TextFact name="Pays in" text={session.quote_currency} />
        <Fact name="Made">
          <Time at={session.created_at} exact />
        </Fact>
        <Fact name="Open until">
          <Time at={session.expires_at} exact />
        </Fact>
        {session.ended_at !== null && (
          <Fact name="Ended">
            <Time at={session.ended_at} exact />
          </Fact>
        )}
        <LongFact name="reference_id" text={session.reference_id} />
        <LongFact name="Id" text={session.session_id} />
        <LongFact name="webhook_url" text={session.webhook_url} />
        <LongFact name="return_url" text={session.return_url} />
        <TextFact name="metadata" text={session.metadata && JSON.stringify(session.metadata)} />
      </Facts>
      <ul className="around" aria-label="What belongs to it">
        <li>
          <Link to={addressOf(project.id, "ramp")} search={{ session_id: session.session_id } as never}>
            Purchases of this session
          </Link>
        </li>
        {session.user_id !== null && (
          <li>
            <ThingLink kind="user" id={session.user_id}>
              The buyer, as a user of your applications
            </ThingLink>
          </li>
        )}
      </ul>
      <End session={session} />
    </>
  );
}

function WhatNext({ session: { state, expires_at } }: { session: Session }) {
  switch (state) {
    case "open":
      return (
        <p className="standing">
          Nobody has opened its page. It ends <Time at={expires_at} />, and sells nothing afterwards.
        </p>
      );
    case "active":
      return (
        <p className="standing">
          A browser has opened its page. It can be paid until <Time at={expires_at} exact />; a purchase that has begun
          goes on.
        </p>
      );
    case "completed":
      return <p className="standing">What was bought is delivered. Its purchase says when and where.</p>;
    case "expired":
      return <p className="standing">Its time ran out. Make another session for a person who still wants to buy.</p>;
    case "canceled":
      return <p className="standing">The project has ended it. A purchase that had begun goes on.</p>;
  }
}

function End({ session }: { session: Session }) {
  const { api, project } = useHere();
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const mayEnd = useMayDo("ramp");
  if (!mayEnd || (session.state !== "open" && session.state !== "active")) return null;
  const end = async () => {
    await api.write("post", "/api/v1/ramp-widget/{id}/expire", { params: { id: session.session_id } });
    await client.invalidateQueries({ queryKey: ["project", project.id] });
  };
  return (
    <div className="actions">
      <Button look="danger" onClick={() => setAsked(true)}>
        End the session
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="End this session?"
          action="End it"
          isFresh={false}
          act={end}
          onDone={() => setAsked(false)}
          onClose={() => setAsked(false)}
        >
          <p>Its page sells nothing any more. A purchase that has begun goes on.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
