import { Link } from "@tanstack/react-router";
import { Icon, WARNING } from "../../../ui/icon.tsx";
import { Time } from "../../../ui/time.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { useMayDo } from "../../parts/use-may-do.ts";
import css from "./page.module.css";
import { type Trouble, useTroubles } from "./use-troubles.ts";

/** After this time without an accepted event somebody should look. */
const LONG_MS = 3_600_000;
/** The service counts no further. */
const COUNTED_MAX = 1_000;

/** Says which endpoints accept no events, the longest first. */
export function Troubles() {
  return useTroubles().map((trouble) => <TroubleNotice key={trouble.endpointId} trouble={trouble} />);
}

function TroubleNotice({ trouble }: { trouble: Trouble }) {
  const { project } = useHere();
  const mayRecover = useMayDo("resend");
  const { endpointId, url, since } = trouble;
  const isLong = trouble.trouble === "off" || Date.now() - Date.parse(since) >= LONG_MS;
  return (
    <section className={isLong ? "notice bad" : "notice"} aria-label="An endpoint does not work">
      <p className={css["trouble"]}>
        <Icon path={WARNING} />
        <strong>
          <bdi>{url}</bdi> {trouble.trouble === "off" ? "was switched off" : "does not accept events"}
        </strong>
      </p>
      <p>
        Since <Time at={since} exact />. <Why trouble={trouble} /> <Counts trouble={trouble} />
      </p>
      <p className={css["links"]}>
        <Link to={addressOf(project.id, "webhooks")} search={{ endpointId } as never}>
          Its deliveries
        </Link>
        <Link to={addressOf(project.id, `webhooks/endpoints/${endpointId}`)}>The endpoint</Link>
        {mayRecover && (
          <Link to={addressOf(project.id, "webhooks/recover")} search={{ endpointId, since } as never}>
            Send again what it did not accept
          </Link>
        )}
      </p>
    </section>
  );
}

function Why({ trouble: { trouble, lastStatus, disabledReason, nextAttemptAt } }: { trouble: Trouble }) {
  if (trouble === "off") return <>Reason: {disabledReason ?? "not known"}. Nothing is written for it now.</>;
  return (
    <>
      {lastStatus === null ? "Its last attempt had no answer." : `It last answered ${lastStatus}.`}
      {nextAttemptAt !== null && (
        <>
          {" "}
          The next attempt is <Time at={nextAttemptAt} soon="within seconds" />.
        </>
      )}
    </>
  );
}

function Counts({ trouble: { waiting, failed } }: { trouble: Trouble }) {
  return (
    <>
      {counted(waiting)} to be sent, {counted(failed)} given up.
    </>
  );
}

function counted(count: number): string {
  return count >= COUNTED_MAX ? `${COUNTED_MAX} or more` : String(count);
}
