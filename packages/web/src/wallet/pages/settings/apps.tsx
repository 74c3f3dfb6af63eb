import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { PageShape } from "../../../api/shapes.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { useToasts } from "../../../ui/toast.tsx";
import { useWallet } from "../../context.ts";
import type { Key } from "../../text.ts";
import { AskFirst } from "./ask-first.tsx";
import styles from "./page.module.css";
import { PartHead } from "./part-head.tsx";

type App = PageShape<"ConnectedApp">;

/** What an application may read, by the name of the scope. */
const SCOPES: Readonly<Record<string, Key>> = {
  email: "wallet_scope_email",
  openid: "wallet_scope_openid",
  profile: "wallet_scope_profile",
  user: "wallet_scope_user",
  wallet: "wallet_scope_wallet",
};

export function Apps() {
  const { api, t } = useWallet();
  const toasts = useToasts();
  const client = useQueryClient();
  const apps = useQuery({ queryKey: ["apps"], queryFn: ({ signal }) => api.list("/apps", { signal }) });
  const [asked, setAsked] = useState<App>();
  const list = useRef<HTMLDivElement>(null);
  const end = useMutation({
    mutationFn: ({ id }: App) => api.write("delete", "/apps/{id}", { params: { id } }),
    async onSuccess(_, { name }) {
      setAsked(undefined);
      toasts.say({ text: t("wallet_apps_ended", { name }) });
      await client.invalidateQueries({ queryKey: ["apps"] });
      list.current?.focus(); // the button that had it is gone
    },
  });
  const found = apps.data?.items;
  return (
    <>
      <PartHead title={t("wallet_apps_title")} />
      <div ref={list} tabIndex={-1} className={styles["list"]}>
        {apps.error !== null && found === undefined && (
          <ErrorState error={apps.error} onRetry={() => void apps.refetch()} />
        )}
        {apps.error === null && found === undefined && <Skeleton lines={4} />}
        {found?.length === 0 && <EmptyState title={t("wallet_apps_none")} />}
        {found?.map((app) => (
          <AppCard
            key={app.id}
            app={app}
            onEnd={() => {
              end.reset();
              setAsked(app);
            }}
          />
        ))}
      </div>
      {asked !== undefined && (
        <AskFirst
          title={t("wallet_apps_end_title", { name: asked.name })}
          text={t("wallet_apps_end_text")}
          act={t("wallet_apps_end")}
          busy={end.isPending}
          error={end.error}
          onAct={() => end.mutate(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

function AppCard({ app: { name, scopes, connectedAt, allowedAt }, onEnd }: { app: App; onEnd: () => void }) {
  const { t } = useWallet();
  return (
    <article className={styles["card"]}>
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <ul>
        {scopes.map((scope) => (
          <li key={scope}>{Object.hasOwn(SCOPES, scope) ? t(SCOPES[scope] as Key) : scope}</li>
        ))}
      </ul>
      <p className="hint">
        {t("wallet_apps_since")} <Time at={connectedAt} />
        <br />
        {t("wallet_apps_allowed")} <Time at={allowedAt} />
      </p>
      <Button look="second" onClick={onEnd} aria-label={`${t("wallet_apps_end")}: ${name}`}>
        {t("wallet_apps_end")}
      </Button>
    </article>
  );
}
