import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { PageShape } from "../../../api/shapes.ts";
import { Icon, WARNING } from "../../../ui/icon.tsx";
import { Time } from "../../../ui/time.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import css from "./page.module.css";
import { NOUNS } from "./webhook.ts";

type Trouble = PageShape<"EndpointTrouble">;

/** After this time without anything taken somebody should look. */
const LONG_MS = 3_600_000;
/** The service counts no further. */
const COUNTED_MAX = 1_000;

/** Endpoints that take nothing, the longest first; nothing while all is well. */
export function Troubles() {
  const { api, project } = useHere();
  const { data = [] } = useQuery({
    queryKey: ["project", project.id, "webhook-health"],
    queryFn: ({ signal }) => api.get("/webhooks/health", { signal }),
    meta: { live: NOUNS },
  });
  return data.map((trouble) => <TroubleNotice key={trouble.endpointId} trouble={trouble} />);
}

function TroubleNotice({ trouble }: { trouble: Trouble }) {
  const { project } = useHere();
  const { endpointId, url, since } = trouble;
  const isLong = trouble.trouble === "off" || Date.now() - Date.parse(since) >= LONG_MS;
  return (
    <section className={isLong ? "notice bad" : "notice"} aria-label="An endpoint does not work">
      <p className={css["trouble"]}>
        <Icon path={WARNING} />
        <strong>
          <bdi>{url}</bdi> {trouble.trouble === "off" ? "was switched off" : "takes nothing"}
        </strong>
      </p>
      <p>
        Since <Time at={since} />. <Why trouble={trouble} /> <Counts trouble={trouble} />
      </p>
      <p className={css["links"]}>
        <Link to={addressOf(project.id, "webhooks")} search={{ endpointId } as never}>
          Its deliveries
        </Link>
        <Link to={addressOf(project.id, `webhooks/endpoints/${endpointId}`)}>The endpoint</Link>
        <Link to={addressOf(project.id, "webhooks/recover")} search={{ endpointId, since } as never}>
          Send again what it did not take
        </Link>
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
          The next attempt is <Time at={nextAttemptAt} />.
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
