import { Button } from "../../../ui/button.tsx";
import { Icon, WARNING } from "../../../ui/icon.tsx";
import { Status } from "../../../ui/status.tsx";
import { useHere } from "../../context.ts";
import { FreshNotice } from "../../parts/fresh-notice.tsx";
import css from "./page.module.css";
import type { Changes } from "./use-changes.ts";

/** Reads alone, until somebody turns changes on in this tab. */
export function ChangesSwitch({ changes }: { changes: Changes }) {
  const { project } = useHere();
  const { isOn, isRealMoney, asksForLogin, network, turn } = changes;
  const isReader = !["receive", "settings", "send"].some((action) => project.actions.includes(action));
  if (isReader)
    return <p className="notice">Your role in this project is {project.role}: you may read, and change nothing.</p>;
  return (
    <section className={css["changes"]} aria-label="Changes">
      <p role="status">
        {isOn ? <Status tone="warn">Changes are on</Status> : <Status tone="soft">Reads only</Status>}{" "}
        {isOn ? "This tab may change things and send money." : "This tab changes nothing."}
      </p>
      {isRealMoney && (
        <p className={css["real"]}>
          <Icon path={WARNING} />
          <strong>
            {network === null
              ? "The network is not known yet: take it for real money."
              : `This is ${network}: what you send is real money, and it does not come back.`}
          </strong>
        </p>
      )}
      {asksForLogin && <FreshNotice />}
      {isOn ? (
        <Button look="second" onClick={() => turn(false)}>
          Turn off changes
        </Button>
      ) : (
        !asksForLogin && (
          <Button look={isRealMoney ? "danger" : "second"} onClick={() => turn(true)}>
            Turn on changes
          </Button>
        )
      )}
    </section>
  );
}
