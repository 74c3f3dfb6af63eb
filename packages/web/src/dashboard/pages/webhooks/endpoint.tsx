import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { newKey } from "../../../api/call.ts";
import { Button } from "../../../ui/button.tsx";
import { Time } from "../../../ui/time.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { DetailPanel } from "../../parts/detail-panel.tsx";
import { Fact, Facts, LongFact, TextFact } from "../../parts/facts.tsx";
import { useMayDo } from "../../parts/use-may-do.ts";
import { WriteFailed } from "../../parts/write-failed.tsx";
import { EndpointState } from "./endpoint-state.tsx";
import { deliveryId, type Endpoint } from "./webhook.ts";

/** One endpoint, and what can be done with it. */
export function EndpointDetail() {
  const { api } = useHere();
  return (
    <DetailPanel
      title="Endpoint"
      list="webhooks/endpoints"
      noun="endpoint"
      live={["webhook", "project"]}
      read={(id, signal) => api.get("/v0/webhook-endpoints/{id}", { params: { id }, signal })}
    >
      {(endpoint) => <EndpointFacts endpoint={endpoint} />}
    </DetailPanel>
  );
}

function EndpointFacts({ endpoint }: { endpoint: Endpoint }) {
  const { project } = useHere();
  const mayRecover = useMayDo("resend");
  const { id, url, types, description, disabledReason, createdAt, updatedAt } = endpoint;
  return (
    <>
      <p className="sum" role="status">
        <EndpointState endpoint={endpoint} />
      </p>
      {disabledReason !== null && <p className="notice">Why: {disabledReason}</p>}
      <Facts>
        <LongFact name="Address" text={url} />
        <Fact name="Events">{types.includes("*") ? "All, also those that come later" : types.join(", ")}</Fact>
        <TextFact name="Description" text={description} />
        <Fact name="Made">
          <Time at={createdAt} exact />
        </Fact>
        {updatedAt !== createdAt && (
          <Fact name="Changed">
            <Time at={updatedAt} exact />
          </Fact>
        )}
        <LongFact name="Id" text={id} />
      </Facts>
      <Actions endpoint={endpoint} />
      <ul className="around" aria-label="What belongs to it">
        <li>
          <Link to={addressOf(project.id, "webhooks")} search={{ endpointId: id } as never}>
            All that was sent to it
          </Link>
        </li>
        {mayRecover && (
          <li>
            <Link to={addressOf(project.id, "webhooks/recover")} search={{ endpointId: id } as never}>
              Send again what it did not accept
            </Link>
          </li>
        )}
      </ul>
    </>
  );
}

function Actions({ endpoint }: { endpoint: Endpoint }) {
  const { project } = useHere();
  if (!useMayDo("settings")) return null;
  return (
    <div className="actions">
      {endpoint.state === "enabled" && <SendTest endpoint={endpoint} />}
      <Link
        className="button second"
        to={addressOf(project.id, `webhooks/endpoints/${endpoint.id}/change`)}
        search={true as never}
      >
        Change
      </Link>
      <PauseOrGoOn endpoint={endpoint} />
      <End endpoint={endpoint} />
    </div>
  );
}

/** Leads to what became of it. */
function SendTest({ endpoint: { id } }: { endpoint: Endpoint }) {
  const { api, project } = useHere();
  const navigate = useNavigate();
  const [key] = useState(newKey);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.write("post", "/v0/webhook-endpoints/{id}/test", { params: { id }, idempotencyKey: key }),
    onSuccess: (event) =>
      navigate({ to: addressOf(project.id, `webhooks/${deliveryId({ eventId: event.id, receiverId: id })}`) }),
  });
  return (
    <>
      <Button busy={isPending} onClick={() => isPending || mutate()}>
        Send a test event
      </Button>
      <WriteFailed error={error} lost="Press it again: it is done once." />
    </>
  );
}

function PauseOrGoOn({ endpoint: { id, state, url } }: { endpoint: Endpoint }) {
  const { api, project } = useHere();
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const set = async (to: Endpoint["state"]) => {
    await api.write("patch", "/v0/webhook-endpoints/{id}", { params: { id }, body: { state: to } });
    await client.invalidateQueries({ queryKey: ["project", project.id] });
  };
  const goOn = useMutation({ mutationFn: () => set("enabled") });
  if (state === "disabled")
    return (
      <>
        <Button busy={goOn.isPending} onClick={() => goOn.isPending || goOn.mutate()}>
          Go on
        </Button>
        <WriteFailed error={goOn.error} lost="Press it again: it is done once." />
      </>
    );
  return (
    <>
      <Button look="second" onClick={() => setAsked(true)}>
        Pause
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="Pause this endpoint?"
          action="Pause"
          act={() => set("disabled")}
          onDone={() => setAsked(false)}
          onClose={() => setAsked(false)}
          lost="Press it again: it is paused once."
        >
          <p>
            <bdi>{url}</bdi> gets no events while it is paused. What waits for it now is not sent any more, and what
            happens in the meantime is not sent later either.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function End({ endpoint: { id, url } }: { endpoint: Endpoint }) {
  const { api, project } = useHere();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const [key] = useState(newKey);
  const end = async () => {
    await api.write("delete", "/v0/webhook-endpoints/{id}", { params: { id }, idempotencyKey: key });
    await navigate({ to: addressOf(project.id, "webhooks/endpoints"), search: true as never });
    await client.invalidateQueries({ queryKey: ["project", project.id] });
  };
  return (
    <>
      <Button look="danger" onClick={() => setAsked(true)}>
        End
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="End this endpoint?"
          action="End it"
          act={end}
          onDone={() => setAsked(false)}
          onClose={() => setAsked(false)}
          lost="Press it again: it is ended once."
        >
          <p>
            <bdi>{url}</bdi> gets no events any more, and what waits for it is not sent. What was sent to it stays in
            the list of deliveries.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
