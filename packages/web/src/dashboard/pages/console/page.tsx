import { useId } from "react";
import { useFilters, useHere } from "../../context.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { ChangesSwitch } from "./changes-switch.tsx";
import { grouped, isRead, type Operation } from "./operation.ts";
import { OperationForm } from "./operation-form.tsx";
import operations from "./operations.json" with { type: "json" };
import css from "./page.module.css";
import { useChanges } from "./use-changes.ts";

const OPERATIONS = operations as readonly Operation[];
const FIRST = "getWallet";

/** Calls of the API from the browser, as the member who is logged in. */
export function ConsolePage() {
  const { me, project } = useHere();
  const [{ op = FIRST }, change] = useFilters();
  const changes = useChanges();
  const operation = OPERATIONS.find(({ id }) => id === op) ?? OPERATIONS.find(({ id }) => id === FIRST);
  if (operation === undefined) throw new Error(`there is no operation ${FIRST}`);
  return (
    <>
      <PageHead title="API console" />
      <p className={css["about"]}>
        Calls of the API with the wallet of this project, as you: no key leaves its place, and the limits of your
        membership count. What you change is in the history of the project.
      </p>
      <ChangesSwitch changes={changes} />
      <Choice operation={operation} onChoose={(id) => change({ op: id })} />
      <OperationForm
        key={`${me.user.id} ${project.id} ${operation.id}`}
        operation={operation}
        isLocked={!isRead(operation) && !changes.isOn}
        isRealMoney={changes.isRealMoney && !isRead(operation)}
      />
    </>
  );
}

function Choice({ operation, onChoose }: { operation: Operation; onChoose: (id: string) => void }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>Operation</label>
      <select id={id} value={operation.id} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {grouped(OPERATIONS).map(([group, some]) => (
          <optgroup key={group} label={group}>
            {some.map((one) => (
              <option key={one.id} value={one.id}>
                {one.summary} · {one.method} {one.path}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  );
}
