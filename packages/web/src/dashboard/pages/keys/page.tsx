import { Link, Outlet } from "@tanstack/react-router";
import { useState } from "react";
import { Amount } from "../../../ui/amount.tsx";
import { Button } from "../../../ui/button.tsx";
import { commandOf } from "../../../ui/command.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Status } from "../../../ui/status.tsx";
import { Time } from "../../../ui/time.tsx";
import { addressOf } from "../../addresses.ts";
import { useFilters, useHere, useParam } from "../../context.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { RoleNotice } from "../../parts/role-notice.tsx";
import { SecretDialog } from "../../parts/secret-dialog.tsx";
import { usePanelOpen } from "../../parts/use-panel-open.ts";
import { rowId, useRowFocus } from "../../parts/use-row-focus.ts";
import { GrantedTable } from "./granted-table.tsx";
import { BUDGETS, type Key, STATUSES, scopesText } from "./key.ts";
import { firstCallOf } from "./key-curl.ts";
import { type Made, MadeContext, useKeys } from "./use-keys.ts";

export function KeysPage() {
  const [{ cursor }, change] = useFilters();
  const open = useParam("id");
  const [made, setMade] = useState<Made>();
  const hasPanel = usePanelOpen("keys");
  useRowFocus(open);
  const { data, error, refetch, isPlaceholderData } = useKeys();
  return (
    <MadeContext value={setMade}>
      <PageHead title="Keys">
        <MakeLink />
      </PageHead>
      <RoleNotice action="keys" what="Making keys" />
      <div className={hasPanel ? "list with-panel" : "list"}>
        <div className="list-main">
          {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
          {error === null && data === undefined && <Skeleton lines={6} />}
          {data?.items.length === 0 && <NoKeys />}
          {data !== undefined && data.items.length > 0 && (
            <KeyTable keys={data.items} isOld={isPlaceholderData} open={open} />
          )}
          <Pager
            onOlder={data?.nextCursor === undefined ? undefined : () => change({ cursor: data.nextCursor })}
            onNewest={cursor === undefined ? undefined : () => change({ cursor: undefined })}
          />
        </div>
        <Outlet />
      </div>
      {made !== undefined && <MadeDialog made={made} onClose={() => setMade(undefined)} />}
    </MadeContext>
  );
}

function MakeLink() {
  const { project } = useHere();
  if (!project.actions.includes("keys")) return null;
  return (
    <Link className="button" to={addressOf(project.id, "keys/new")} search={true as never}>
      Make a key
    </Link>
  );
}

function KeyTable({ keys, isOld, open }: { keys: readonly Key[]; isOld: boolean; open: string | undefined }) {
  return (
    <div className="table-frame" aria-busy={isOld}>
      <table className="rows-table">
        <caption className="hidden">Keys, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Status</th>
            <th scope="col" className="wide-only">
              May
            </th>
            <th scope="col" className="number">
              Left to send
            </th>
            <th scope="col" className="number">
              Last used
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} of={key} isOpen={key.id === open} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function KeyRow({ of: key, isOpen }: { of: Key; isOpen: boolean }) {
  const { project } = useHere();
  const [tone, words] = STATUSES[key.status];
  return (
    <tr className={isOpen ? "open" : undefined}>
      <td>
        <Link
          id={rowId(key.id)}
          className="row-link"
          to={addressOf(project.id, `keys/${key.id}`)}
          search={true as never}
          aria-current={isOpen ? "true" : undefined}
        >
          <bdi>{key.name}</bdi> <span className="soft">{key.prefix}…</span>
        </Link>
      </td>
      <td>
        <Status tone={tone}>{words}</Status>
      </td>
      <td className="wide-only">{scopesText(key)}</td>
      <td className="number">
        <Left of={key} />
      </td>
      <td className="number">{key.lastUsedAt === null ? "never" : <Time at={key.lastUsedAt} />}</td>
    </tr>
  );
}

/** What the tightest budget leaves. */
function Left({ of: { status, budgets } }: { of: Key }) {
  if (status !== "valid") return null;
  const left = BUDGETS.flatMap(([window]) => budgets?.[window].remaining ?? []).map(BigInt);
  const least = left.reduce<bigint | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined);
  return least === undefined ? "any amount" : <Amount msats={String(least)} />;
}

function MadeDialog({ made: { key, asked }, onClose }: { made: Made; onClose: () => void }) {
  const secret = key.apiKey;
  if (secret === null)
    return (
      <Dialog title={`Key ${key.name}`} onClose={onClose}>
        <p>
          This key was made when you sent the form before, and its secret was in the answer that did not arrive. Nobody
          can read it any more: roll the key over to get another one.
        </p>
        <div className="actions">
          <Button onClick={onClose}>To the key</Button>
        </div>
      </Dialog>
    );
  const curl = firstCallOf(location.origin, key, secret);
  return (
    <SecretDialog
      title={`Key ${key.name}`}
      secret={secret}
      name="secret of the key"
      command={curl === undefined ? undefined : { name: "A first call with it:", text: curl }}
      onClose={onClose}
    >
      {asked !== undefined && <GrantedTable asked={asked} granted={key} />}
    </SecretDialog>
  );
}

function NoKeys() {
  const { project } = useHere();
  return (
    <EmptyState
      title="No key was made yet. A key lets your server call the API as this project."
      action={<MakeLink />}
      command={commandOf(`key create ${project.id} --scope read`)}
    />
  );
}
