import { useState } from "react";
import { Amount } from "../../../ui/amount.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { Status } from "../../../ui/status.tsx";
import { Time } from "../../../ui/time.tsx";
import { useParam } from "../../context.ts";
import { ListFrame, ListRows, type Shown } from "../../parts/list-frame.tsx";
import { NewLink } from "../../parts/new-link.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { RoleNotice } from "../../parts/role-notice.tsx";
import { SecretDialog } from "../../parts/secret-dialog.tsx";
import { usePanelOpen } from "../../parts/use-panel-open.ts";
import { useRowFocus } from "../../parts/use-row-focus.ts";
import { GrantedTable } from "./granted-table.tsx";
import { BUDGETS, type Key, maySend, STATUSES, scopesText } from "./key.ts";
import { firstCallOf } from "./key-curl.ts";
import { type Made, MadeContext, useKeys } from "./use-keys.ts";

const LIST = {
  title: "Keys",
  path: "keys",
  columns: [
    {
      name: "Name",
      cell: ({ name, prefix }) => (
        <>
          {name !== prefix && <bdi>{name}</bdi>} <span className="soft">{prefix}…</span>
        </>
      ),
    },
    { name: "Status", cell: (key) => <KeyStatus of={key} /> },
    { name: "May", look: "wide-only", cell: (key) => scopesText(key) },
    { name: "Left to send", look: "number named", cell: (key) => <Left of={key} /> },
    {
      name: "Last used",
      look: "number named",
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? "never" : <Time at={lastUsedAt} />),
    },
  ],
  idOf: ({ id }) => id,
} satisfies Shown<Key>;

export function KeysPage() {
  const open = useParam("id");
  const [made, setMade] = useState<Made>();
  const hasPanel = usePanelOpen("keys");
  useRowFocus(open);
  const rows = useKeys();
  return (
    <MadeContext value={setMade}>
      <PageHead title="Keys">
        <MakeLink />
      </PageHead>
      <RoleNotice action="keys" what="Making keys" />
      <ListFrame hasPanel={hasPanel}>
        <ListRows list={LIST} rows={rows} none={<NoKeys />} open={open} />
      </ListFrame>
      {made !== undefined && <MadeDialog made={made} onClose={() => setMade(undefined)} />}
    </MadeContext>
  );
}

function MakeLink() {
  return (
    <NewLink path="keys/new" action="keys">
      Make a key
    </NewLink>
  );
}

function KeyStatus({ of: { status, endsAt } }: { of: Key }) {
  const [tone, words] = STATUSES[status];
  return (
    <>
      <Status tone={tone}>{words}</Status>
      {status === "valid" && endsAt !== null && (
        <>
          {" "}
          <span className="soft">
            ends <Time at={endsAt} />
          </span>
        </>
      )}
    </>
  );
}

/** What the tightest budget leaves. */
function Left({ of: key }: { of: Key }) {
  const { status, budgets } = key;
  if (status !== "valid") return null;
  if (!maySend(key)) return "sends nothing";
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
          This key was made when you sent the form before, and its secret was in the answer that did not arrive. It
          cannot be read any more: roll the key over to get another one.
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
  return (
    <EmptyState
      title="No key was made yet. A key lets your server call the API as this project."
      action={<MakeLink />}
    />
  );
}
