import { type ReactNode, useId } from "react";
import { Link } from "wouter";
import { Button } from "../../../ui/button.tsx";
import { forgetTab } from "../../../ui/forget-tab.ts";
import { metaOf } from "../../../ui/meta.ts";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { UnitSwitch } from "../../../ui/unit-switch.tsx";
import { useMe, useWallet } from "../../context.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { ServiceForm } from "../../parts/service-form.tsx";
import { LanguageForm } from "./language-form.tsx";
import styles from "./page.module.css";

export function Overview() {
  const { kept, t } = useWallet();
  const { data: me, error, refetch } = useMe();
  const dashboard = metaOf("dashboard");
  return (
    <>
      <PageHead title={t("wallet_settings_title")} />
      {error !== null && me === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && me === undefined && <Skeleton lines={6} />}
      {me !== undefined && (
        <>
          <ul className={styles["links"]}>
            <Row href="/settings/profile" name={t("wallet_profile_title")} value={me.user.gamertag} />
            <Row href="/settings/limits" name={t("wallet_limits_title")} />
            <Row href="/settings/apps" name={t("wallet_apps_title")} />
            <Row href="/settings/sessions" name={t("wallet_sessions_title")} />
          </ul>
          <Section title={t("wallet_settings_amounts")}>
            <UnitSwitch />
          </Section>
          <Section title={t("wallet_settings_language")}>
            <LanguageForm />
          </Section>
          <Section title={t("wallet_settings_security")}>
            <ul className={styles["links"]}>
              <Outer
                href="/account/security#passkeys"
                name={t("wallet_settings_passkeys")}
                value={String(me.login.passkeys)}
              />
              <Outer
                href="/account/security#app"
                name={t("wallet_settings_factor")}
                value={t(me.login.secondFactor ? "wallet_settings_on" : "wallet_settings_off")}
              />
              <Outer href="/account/security#password" name={t("wallet_settings_password")} />
            </ul>
          </Section>
          <Section title={t("wallet_settings_account")}>
            <ul className={styles["links"]}>
              <Outer href="/account/email" name={t("wallet_settings_email")} value={me.user.email} />
              {dashboard !== undefined && <Outer href={dashboard} name={t("wallet_settings_projects")} />}
              <Outer href="/account#data" name={t("wallet_settings_download")} />
              <Outer href="/account/close" name={t("wallet_settings_close")} />
            </ul>
          </Section>
        </>
      )}
      <ServiceForm
        action="/logout"
        before={async () => {
          forgetTab();
          await kept.empty();
        }}
      >
        <Button type="submit" look="second">
          {t("wallet_log_out")}
        </Button>
      </ServiceForm>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles["section"]}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

type RowProps = { readonly href: string; readonly name: string; readonly value?: string };

function Row({ href, name, value }: RowProps) {
  return (
    <li>
      <Link href={href}>
        <span>{name}</span>
        {value !== undefined && <bdi className="soft">{value}</bdi>}
      </Link>
    </li>
  );
}

/** To a page of the service itself. */
function Outer({ href, name, value }: RowProps) {
  return (
    <li>
      <a href={href}>
        <span>{name}</span>
        {value !== undefined && <bdi className="soft">{value}</bdi>}
      </a>
    </li>
  );
}
