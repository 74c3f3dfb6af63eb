import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { PageShape } from "../../../api/shapes.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Status } from "../../../ui/status.tsx";
import { Time } from "../../../ui/time.tsx";
import { useToasts } from "../../../ui/toast.tsx";
import { useWallet } from "../../context.ts";
import { FailedLine } from "../../parts/failed-line.tsx";
import type { Translate } from "../../text.ts";
import { AskFirst } from "./ask-first.tsx";
import styles from "./page.module.css";
import { PartHead } from "./part-head.tsx";

type Session = PageShape<"OwnSession">;

/** "Firefox on Linux". */
function nameOf({ agent: { browser, system } }: Session, t: Translate): string {
  if (browser === null && system === null) return t("wallet_agent_unknown");
  const named = browser ?? t("wallet_agent_some");
  return system === null ? named : t("wallet_agent_on", { browser: named, system });
}

export function Sessions() {
  const { api, t } = useWallet();
  const toasts = useToasts();
  const client = useQueryClient();
  const sessions = useQuery({ queryKey: ["sessions"], queryFn: ({ signal }) => api.list("/sessions", { signal }) });
  const list = useRef<HTMLDivElement>(null);
  const afterwards = async (text: string) => {
    toasts.say({ text });
    await client.invalidateQueries({ queryKey: ["sessions"] });
    list.current?.focus(); // the button that had it is gone
  };
  const end = useMutation({
    mutationFn: ({ id }: Session) => api.write("delete", "/sessions/{id}", { params: { id } }),
    onSuccess: (_, session) => afterwards(t("wallet_sessions_ended", { name: nameOf(session, t) })),
  });
  const found = sessions.data?.items;
  return (
    <>
      <PartHead title={t("wallet_sessions_title")} />
      <FailedLine error={end.error} />
      <div ref={list} tabIndex={-1} className={styles["list"]}>
        {sessions.error !== null && found === undefined && (
          <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
        )}
        {sessions.error === null && found === undefined && <Skeleton lines={4} />}
        {found?.map((session) => (
          <SessionCard
            key={session.id}
            session={session}
            busy={end.isPending && end.variables.id === session.id}
            onEnd={() => end.isPending || end.mutate(session)}
          />
        ))}
      </div>
      {found?.some(({ isThis }) => !isThis) === true && (
        <EndOthers onEnded={() => afterwards(t("wallet_sessions_others_done"))} />
      )}
    </>
  );
}

type CardProps = { readonly session: Session; readonly busy: boolean; readonly onEnd: () => void };

function SessionCard({ session, busy, onEnd }: CardProps) {
  const { t } = useWallet();
  const { isThis, network, loggedInAt, seenAt, browser } = session;
  const name = nameOf(session, t);
  return (
    <article className={styles["card"]}>
      <h2 title={browser}>
        {name} {isThis && <Status tone="good">{t("wallet_sessions_this")}</Status>}
      </h2>
      <p className="hint">
        {t("wallet_sessions_since")} <Time at={loggedInAt} />
        {network !== null && `, ${t("wallet_sessions_from", { network })}`}
        <br />
        {t("wallet_sessions_seen")} <Time at={seenAt} />
      </p>
      {!isThis && (
        <Button look="second" busy={busy} onClick={onEnd} aria-label={t("wallet_sessions_end_one", { name })}>
          {t("wallet_sessions_end")}
        </Button>
      )}
    </article>
  );
}

function EndOthers({ onEnded }: { onEnded: () => Promise<void> }) {
  const { api, t } = useWallet();
  const [isAsked, setAsked] = useState(false);
  const end = useMutation({
    mutationFn: () => api.write("post", "/sessions/end-others"),
    async onSuccess() {
      setAsked(false);
      await onEnded();
    },
  });
  return (
    <>
      <Button look="danger" onClick={() => setAsked(true)}>
        {t("wallet_sessions_others")}
      </Button>
      {isAsked && (
        <AskFirst
          title={t("wallet_sessions_others")}
          text={t("wallet_sessions_others_text")}
          act={t("wallet_sessions_others")}
          busy={end.isPending}
          error={end.error}
          onAct={() => end.mutate()}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
