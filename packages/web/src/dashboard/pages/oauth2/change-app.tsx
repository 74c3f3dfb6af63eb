import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { useToasts } from "../../../ui/toast.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere, useParam } from "../../context.ts";
import { Panel } from "../../parts/panel.tsx";
import { RoleNotice } from "../../parts/role-notice.tsx";
import { useDraft } from "../../parts/use-draft.ts";
import { WriteFailed } from "../../parts/write-failed.tsx";
import { wrongOf } from "../../parts/wrong-of.ts";
import { APP_FIELDS, type App, bodyOf, wrongAtLines, wrongIn } from "./app.ts";
import { AppForm } from "./app-form.tsx";
import { useApp } from "./use-apps.ts";

export function ChangeApp() {
  const { project } = useHere();
  const id = useParam("id") ?? "";
  const { data: app, error, refetch } = useApp(id);
  return (
    <Panel title="Change the application" back={addressOf(project.id, `oauth2/${id}`)}>
      <RoleNotice action="apps" what="Changing applications" />
      {error !== null && app === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && app === undefined && <Skeleton lines={6} />}
      {app !== undefined && project.actions.includes("apps") && <ChangeForm of={app} />}
    </Panel>
  );
}

function ChangeForm({ of: app }: { of: App }) {
  const { api, project } = useHere();
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const { id, name, redirectUris, logoUrl } = app;
  const [draft, change, drop] = useDraft(`app ${id}`, () => ({ name, redirectUris, logoUrl: logoUrl ?? "" }));
  const [isSent, setSent] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api.write("patch", "/apps/{id}", { params: { id }, body: bodyOf(draft) }),
    onSuccess: async () => {
      drop();
      toasts.say({ text: "The application is changed." });
      await client.invalidateQueries({ queryKey: ["project", project.id, "apps"] });
      await navigate({ to: addressOf(project.id, `oauth2/${id}`), search: true as never });
    },
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
      action="Change it"
    >
      <WriteFailed error={error} lost="Send it again: the same change twice is one." fields={APP_FIELDS} />
    </AppForm>
  );
}
