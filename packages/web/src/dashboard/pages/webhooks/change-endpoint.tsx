import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type SyntheticEvent, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { WrongFields } from "../../../ui/wrong-fields.ts";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { DetailPanel } from "../../parts/detail-panel.tsx";
import { FreshNotice } from "../../parts/fresh-notice.tsx";
import { useDraft } from "../../parts/use-draft.ts";
import { WriteFailed } from "../../parts/write-failed.tsx";
import { wrongOf } from "../../parts/wrong-of.ts";
import { type EndpointBody, EndpointFields, readEndpoint } from "./endpoint-fields.tsx";
import type { Endpoint } from "./webhook.ts";

export function ChangeEndpoint() {
  const { api } = useHere();
  return (
    <DetailPanel
      title="Change the endpoint"
      list="webhooks/endpoints"
      noun="endpoint"
      read={(id, signal) => api.get("/v0/webhook-endpoints/{id}", { params: { id }, signal })}
    >
      {(endpoint) => <Form endpoint={endpoint} />}
    </DetailPanel>
  );
}

function Form({ endpoint }: { endpoint: Endpoint }) {
  const { api, project } = useHere();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>();
  const { id } = endpoint;
  // stays over a login
  const [typed, keep, drop] = useDraft<Partial<EndpointBody>>(`endpoint ${id}`, () => ({}));
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: EndpointBody) => api.write("patch", "/v0/webhook-endpoints/{id}", { params: { id }, body }),
    onSuccess: async () => {
      drop();
      await navigate({ to: addressOf(project.id, `webhooks/endpoints/${id}`), search: true as never });
      await client.invalidateQueries({ queryKey: ["project", project.id] });
    },
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readEndpoint(new FormData(event.currentTarget));
    setWrong("wrong" in read ? { [read.at ?? ""]: read.wrong } : undefined);
    if (!("body" in read) || isPending) return;
    keep(read.body);
    mutate(read.body);
  };
  return (
    <CheckedForm onSubmit={submit}>
      <FreshNotice />
      <p>What waits for it goes to the new address.</p>
      <WrongFields value={wrong ?? wrongOf(error)}>
        <EndpointFields before={{ ...endpoint, ...typed }} />
      </WrongFields>
      <p className="wrong" role="alert">
        {wrong?.[""]}
      </p>
      <WriteFailed error={error} lost="Save it again: it is the same change." fields={["url", "description"]} />
      <Button type="submit" busy={isPending}>
        Save
      </Button>
    </CheckedForm>
  );
}
