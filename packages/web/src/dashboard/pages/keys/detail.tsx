import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Amount } from "../../../ui/amount.tsx";
import { Button } from "../../../ui/button.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Status } from "../../../ui/status.tsx";
import { Time } from "../../../ui/time.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere, useParam } from "../../context.ts";
import { Fact, Facts, LongFact } from "../../parts/facts.tsx";
import { Panel } from "../../parts/panel.tsx";
import { BUDGETS, entriesText, type Key, STATUSES, scopesText } from "./key.ts";
import { RevokeDialog, RollDialog } from "./key-dialogs.tsx";
import { useKeys } from "./use-keys.ts";

export function KeyDetail() {
  const { project } = useHere();
  const id = useParam("id") ?? "";
  const { data, error, refetch } = useKeys();
  const key = data?.items.find((one) => one.id === id);
  return (
    <Panel title="Key" back={addressOf(project.id, "keys")}>
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton lines={6} />}
      {data !== undefined && key === undefined && (
        <p>No key of this page of the list has this id. It may be on the page of older ones.</p>
      )}
      {key !== undefined && <Shown key={key.id} of={key} />}
    </Panel>
  );
}

function Shown({ of: key }: { of: Key }) {
  const { project } = useHere();
  const [tone, words] = STATUSES[key.status];
  return (
    <>
      <p className="sum">
        <bdi>
          <strong>{key.name}</strong>
        </bdi>
        <Status tone={tone}>{words}</Status>
      </p>
      {key.waitsFor !== null && (
        <p className="notice">
          The service was restored from a copy. Until its operator{" "}
          {key.waitsFor === "rules" ? "gives this key its rules again" : "confirms this key"}, it may only read.
        </p>
      )}
      <Actions of={key} />
      <Facts>
        <Fact name="Begins with">
          <bdi>{key.prefix}</bdi>
        </Fact>
        <Fact name="May">{scopesText(key)}</Fact>
        <Fact name="One payment">
          <Most msats={key.policy?.cap} />
        </Fact>
        {BUDGETS.map(([window, name]) => (
          <Fact key={window} name={name}>
            <Budget of={key.budgets?.[window]} />
          </Fact>
        ))}
        <Fact name="May pay">{entriesText(key.policy?.destinations, "anybody")}</Fact>
        <Fact name="Used from">{entriesText(key.policy?.networks, "anywhere")}</Fact>
        <Fact name="Ends">{key.endsAt === null ? "never" : <Time at={key.endsAt} exact />}</Fact>
        {key.revokedAt !== null && (
          <Fact name="Revoked">
            <Time at={key.revokedAt} exact />
          </Fact>
        )}
        <Fact name="Last used">{key.lastUsedAt === null ? "never" : <Time at={key.lastUsedAt} />}</Fact>
        <Fact name="Made">
          <Time at={key.createdAt} exact /> <MadeBy of={key} />
        </Fact>
        {key.rolledFrom !== null && (
          <Fact name="Took over from">
            <KeyLink project={project.id} id={key.rolledFrom} />
          </Fact>
        )}
        {key.rolledTo !== null && (
          <Fact name="Handed over to">
            <KeyLink project={project.id} id={key.rolledTo} />
          </Fact>
        )}
        <LongFact name="Id" text={key.id} />
      </Facts>
    </>
  );
}

function KeyLink({ project, id }: { project: string; id: string }) {
  return (
    <Link to={addressOf(project, `keys/${id}`)} search={true as never}>
      another key
    </Link>
  );
}

function Most({ msats }: { msats: string | null | undefined }): ReactNode {
  return msats === null || msats === undefined ? (
    "any amount"
  ) : (
    <>
      at most <Amount msats={msats} />
    </>
  );
}

function Budget({ of: budget }: { of: NonNullable<Key["budgets"]>["daily"] | undefined }): ReactNode {
  if (budget === undefined) return "any amount, not counted";
  const { limit, remaining, spent, moreAt } = budget;
  if (limit === null || remaining === null)
    return (
      <>
        any amount; <Amount msats={spent} /> sent
      </>
    );
  return (
    <>
      <Amount msats={remaining} /> left of <Amount msats={limit} />
      {moreAt !== null && (
        <>
          ; more <Time at={moreAt} />
        </>
      )}
    </>
  );
}

/** The person who made it or rolled it over, from the history of the project. */
function MadeBy({ of: key }: { of: Key }) {
  const { api, project } = useHere();
  const query = { subject: key.rolledFrom ?? key.id, limit: 100 };
  const { data } = useQuery({
    queryKey: ["project", project.id, "history", query],
    queryFn: ({ signal }) => api.list("/history", { query, signal }),
    meta: { live: ["project"] },
  });
  if (data === undefined) return null;
  const operation = key.rolledFrom === null ? "createKey" : "rollKey";
  const made = data.items.find((one) => one.operation === operation && one.status === 200);
  if (made === undefined) return <span className="soft">(by the operator, or before this was written down)</span>;
  return (
    <>
      by <bdi>{made.user.gamertag === "" ? "somebody who is gone" : made.user.gamertag}</bdi>
    </>
  );
}

function Actions({ of: key }: { of: Key }) {
  const { project } = useHere();
  const [asks, setAsks] = useState<"revoke" | "roll">();
  if (key.status !== "valid" || !project.actions.includes("keys")) return null;
  const close = () => setAsks(undefined);
  return (
    <div className="actions">
      <Link className="button second" to={addressOf(project.id, `keys/${key.id}/change`)} search={true as never}>
        Change
      </Link>
      {key.rolledTo === null && (
        <Button look="second" onClick={() => setAsks("roll")}>
          Roll over
        </Button>
      )}
      <Button look="danger" onClick={() => setAsks("revoke")}>
        Revoke
      </Button>
      {asks === "roll" && <RollDialog of={key} onClose={close} />}
      {asks === "revoke" && <RevokeDialog of={key} onClose={close} />}
    </div>
  );
}
