import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { MakeForm } from "../../parts/make-form.tsx";
import { Panel } from "../../parts/panel.tsx";
import { ForRole } from "../../parts/role-notice.tsx";
import { ShowMade } from "../../parts/show-made.tsx";
import { useMakeOnce } from "../../parts/use-make-once.ts";
import { type EndpointBody, EndpointFields, readEndpoint } from "./endpoint-fields.tsx";
import type { Endpoint } from "./webhook.ts";

export function NewEndpoint() {
  const { api, project } = useHere();
  const making = useMakeOnce<EndpointBody, Endpoint>("webhook endpoint", (body, idempotencyKey) =>
    api.write("post", "/v0/webhook-endpoints", { body, idempotencyKey }),
  );
  return (
    <Panel title="New endpoint" back={addressOf(project.id, "webhooks/endpoints")}>
      {making.state.kind === "made" ? (
        <ShowMade making={making} address={addressOf(project.id, `webhooks/endpoints/${making.state.made.id}`)} />
      ) : (
        <ForRole action="settings" what="Adding endpoints">
          <p>
            Events are sent to it from now on. Each call is signed: verify it with the secret of the project. "Secret"
            above the list of endpoints makes one, and shows it once.
          </p>
          <MakeForm making={making} verb="Add the endpoint" isFresh read={readEndpoint}>
            <EndpointFields />
          </MakeForm>
        </ForRole>
      )}
    </Panel>
  );
}
