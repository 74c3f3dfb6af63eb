import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { useMe, useWallet } from "../../context.ts";
import { useKeptFocus } from "../../parts/use-kept-focus.ts";
import { GamertagForm } from "./gamertag-form.tsx";
import styles from "./page.module.css";
import { PartHead } from "./part-head.tsx";
import { ProfileForm } from "./profile-form.tsx";

export function Profile() {
  const { t } = useWallet();
  const { data: me, error, refetch } = useMe();
  const gamertag = useKeptFocus<HTMLDivElement>(me?.user.gamertag);
  return (
    <>
      <PartHead title={t("wallet_profile_title")} />
      {error !== null && me === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && me === undefined && <Skeleton lines={6} />}
      {me !== undefined && (
        <>
          <div ref={gamertag} tabIndex={-1} className={styles["holder"]}>
            <GamertagForm key={me.user.gamertag} {...me.user} freshUntil={me.login.freshUntil} />
          </div>
          <ProfileForm user={me.user} />
        </>
      )}
    </>
  );
}
