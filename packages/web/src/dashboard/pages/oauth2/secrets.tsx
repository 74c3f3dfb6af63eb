import { useState } from "react";
import { newKey } from "../../../api/call.ts";
import type { PageShape } from "../../../api/shapes.ts";
import { Button } from "../../../ui/button.tsx";
import { Time } from "../../../ui/time.tsx";
import { useHere } from "../../context.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import styles from "./page.module.css";
import { useDone, useTellMade } from "./use-apps.ts";

type Shown = PageShape<"ApplicationWithSecrets">;
type Secret = Shown["secrets"][number];

/** Of the service: so many are valid at once. */
const SECRETS_MAX = 2;

/** Which client secrets are valid, whether they are used, and how one follows another. */
export function Secrets({ of: app }: { of: Shown }) {
  const { project } = useHere();
  const [isMaking, setMaking] = useState(false);
  const [ending, setEnding] = useState<Secret>();
  const mayChange = project.actions.includes("apps");
  const isFull = app.secrets.length >= SECRETS_MAX;
  return (
    <section aria-labelledby="secrets">
      <h3 id="secrets">Client secrets</h3>
      <ul className={styles["secrets"]}>
        {app.secrets.map((secret) => (
          <li key={secret.id}>
            <div>
              <code>{nameOf(secret)}</code>
              <p className="soft">
                Made <Time at={secret.createdAt} />. <Use of={secret} />
              </p>
            </div>
            {mayChange && app.secrets.length > 1 && (
              <Button look="second" aria-label={`End ${nameOf(secret)}`} onClick={() => setEnding(secret)}>
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isFull ? (
        <p className="hint">
          Both are valid, so that your servers can change from one to the other. End the one that they do not use any
          more before you make another.
        </p>
      ) : (
        <p className="hint">To change it, make another one: both are valid until you end the older one.</p>
      )}
      {mayChange && !isFull && (
        <div className="actions">
          <Button look="second" onClick={() => setMaking(true)}>
            Another client secret
          </Button>
        </div>
      )}
      {isMaking && <MakeDialog of={app} onClose={() => setMaking(false)} />}
      {ending !== undefined && <EndSecretDialog of={app} secret={ending} onClose={() => setEnding(undefined)} />}
    </section>
  );
}

function nameOf({ lastFour }: Secret): string {
  return lastFour === null ? "an earlier secret" : `…${lastFour}`;
}

function Use({ of: { usedAt } }: { of: Secret }) {
  if (usedAt === null) return "No use was seen.";
  return (
    <>
      Last used <Time at={usedAt} />.
    </>
  );
}

type DialogProps = { readonly of: Shown; readonly onClose: () => void };

function MakeDialog({ of: app, onClose }: DialogProps) {
  const { api } = useHere();
  const tellMade = useTellMade();
  const done = useDone(onClose);
  const [idempotencyKey] = useState(newKey);
  const make = () => api.write("post", "/apps/{id}/secrets", { params: { id: app.id }, idempotencyKey });
  return (
    <ConfirmDialog
      title="Make another client secret?"
      action="Make it"
      isDanger={false}
      act={async () => tellMade(await make())}
      onDone={() => void done(undefined)}
      onClose={onClose}
      lost="Send it again: one secret is made, however often it is sent."
    >
      <p>The one that you have stays valid beside it until you end it.</p>
    </ConfirmDialog>
  );
}

function EndSecretDialog({ of: app, secret, onClose }: DialogProps & { readonly secret: Secret }) {
  const { api } = useHere();
  const done = useDone(onClose);
  const params = { id: app.id, secret: secret.id };
  const other = app.secrets.find(({ id }) => id !== secret.id);
  return (
    <ConfirmDialog
      title={`End the client secret ${nameOf(secret)}?`}
      action="End it"
      act={() => api.write("delete", "/apps/{id}/secrets/{secret}", { params })}
      onDone={() => void done("The client secret is ended.")}
      onClose={onClose}
    >
      <p>
        Made <Time at={secret.createdAt} exact />. <Use of={secret} /> A server that still has it cannot log people in
        any more. This cannot be undone.
      </p>
      {other !== undefined && (
        <p>
          <code>{nameOf(other)}</code> stays. <Use of={other} />
        </p>
      )}
    </ConfirmDialog>
  );
}
