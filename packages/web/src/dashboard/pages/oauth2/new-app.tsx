import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { Panel } from "../../parts/panel.tsx";
import { RoleNotice } from "../../parts/role-notice.tsx";
import { useKeyedDraft } from "../../parts/use-draft.ts";
import { WriteFailed } from "../../parts/write-failed.tsx";
import { wrongOf } from "../../parts/wrong-of.ts";
import { APP_FIELDS, bodyOf, EMPTY_APP, wrongAtLines, wrongIn } from "./app.ts";
import { AppForm } from "./app-form.tsx";
import { useTellMade } from "./use-apps.ts";

export function NewApp() {
  const { project } = useHere();
  return (
    <Panel title="Make an application" back={addressOf(project.id, "oauth2")}>
      {project.actions.includes("apps") ? <MakeForm /> : <RoleNotice action="apps" what="Making applications" />}
    </Panel>
  );
}

function MakeForm() {
  const { api, project } = useHere();
  const client = useQueryClient();
  const navigate = useNavigate();
  const tellMade = useTellMade();
  const { draft, change, drop, idempotencyKey, onError } = useKeyedDraft(`app ${project.id}`, () => EMPTY_APP);
  const [isSent, setSent] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api.write("post", "/apps", { body: bodyOf(draft), idempotencyKey }),
    onSuccess: async (made) => {
      drop();
      tellMade(made);
      await navigate({ to: addressOf(project.id, `oauth2/${made.app.id}`), search: true as never, replace: true });
    },
    onError,
    onSettled: () => client.invalidateQueries({ queryKey: ["project", project.id, "apps"] }),
  });
  const wrong = wrongIn(draft);
  const isWrong = Object.keys(wrong).length > 0;
  const send = () => {
    setSent(true);
    if (!isWrong) mutate();
  };
  return (
    <AppForm
      form={draft}
      wrong={isSent && isWrong ? wrong : wrongAtLines(draft, wrongOf(error))}
      onChange={change}
      onSend={send}
      isBusy={isPending}
      action="Make the application"
    >
      <WriteFailed
        error={error}
        lost="Send it again: this form makes one application, however often it is sent."
        fields={APP_FIELDS}
      />
    </AppForm>
  );
}
