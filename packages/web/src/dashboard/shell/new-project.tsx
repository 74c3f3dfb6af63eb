import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type SyntheticEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { CheckedForm } from "../../ui/checked-form.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { addressOf } from "../addresses.ts";
import { useDashboard, useMe } from "../context.ts";
import { PageHead } from "../parts/page-head.tsx";
import { useKeyedDraft } from "../parts/use-draft.ts";
import { WriteFailed } from "../parts/write-failed.tsx";
import { wrongOf } from "../parts/wrong-of.ts";

/** For who has projects already. */
export function NewProject() {
  const { data: me, error, refetch } = useMe();
  return (
    <>
      <PageHead title="Make a project" />
      {error !== null && me === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && me === undefined && <Skeleton />}
      {me !== undefined && (
        <div className="column">
          {me.mayCreateProjects ? (
            <MakeProject left={me.projectsLeft} />
          ) : (
            <p>Who runs this service makes the projects here: ask for one.</p>
          )}
        </div>
      )}
    </>
  );
}

/** The form, or why there is none. `left`: how many more projects the person can make. */
export function MakeProject({ left }: { left: number }) {
  if (left === 0)
    return <p>You own as many projects as one person can here. Leave one, or ask who runs this service for another.</p>;
  return (
    <>
      {left === 1 && <p className="hint">It is the last one that you can make here.</p>}
      <ProjectForm />
    </>
  );
}

function ProjectForm() {
  const { api } = useDashboard();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { draft, change, drop, idempotencyKey, onError } = useKeyedDraft("project", () => ({ name: "" }));
  const { name } = draft;
  const [isEmpty, setEmpty] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api.write("post", "/projects", { body: { name: name.trim() }, idempotencyKey }),
    onSuccess: async ({ id }) => {
      drop();
      await client.invalidateQueries({ queryKey: ["me"] });
      await navigate({ to: addressOf(id) });
    },
    onError,
  });
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    setEmpty(name.trim() === "");
    if (name.trim() !== "" && !isPending) mutate();
  };
  return (
    <CheckedForm onSubmit={send} noValidate>
      <Field
        label="Name"
        hint="Its Lightning address is made of it, and stays when you change the name."
        value={name}
        maxLength={64}
        autoComplete="off"
        wrong={isEmpty ? "Give it a name, such as My game." : wrongOf(error)["name"]}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <WriteFailed error={error} lost="Send it again: this form makes one project, however often it is sent." />
      <Button type="submit" busy={isPending}>
        Make the project
      </Button>
    </CheckedForm>
  );
}
