import { useWallet } from "../../context.ts";
import { BackLink } from "../../parts/back-link.tsx";
import { PageHead } from "../../parts/page-head.tsx";

/** The heading of a part of the settings, and the way back to all of them. */
export function PartHead({ title }: { title: string }) {
  const { t } = useWallet();
  return (
    <>
      <BackLink href="/settings">{t("wallet_settings_title")}</BackLink>
      <PageHead title={title} />
    </>
  );
}
