import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { useMe, useWallet } from "../../context.ts";
import { GamertagForm } from "./gamertag-form.tsx";
import { PartHead } from "./part-head.tsx";
import { ProfileForm } from "./profile-form.tsx";

export function Profile() {
  const { t } = useWallet();
  const { data: me, error, refetch } = useMe();
  return (
    <>
      <PartHead title={t("wallet_profile_title")} />
      {error !== null && me === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && me === undefined && <Skeleton lines={6} />}
      {me !== undefined && (
        <>
          <GamertagForm key={me.user.gamertag} {...me.user} />
          <ProfileForm user={me.user} />
        </>
      )}
    </>
  );
}
