import { EmptyState } from "../../ui/states.tsx";
import { useWallet } from "../context.ts";
import type { Key } from "../text.ts";
import { PageHead } from "./page-head.tsx";

/** In place of a page that is being made. */
export function NotYet({ title }: { title: Key }) {
  const { t } = useWallet();
  const action = (
    <a className="button second" href="/account">
      {t("wallet_soon_account")}
    </a>
  );
  return (
    <>
      <PageHead title={t(title)} />
      <EmptyState title={t("wallet_soon_text")} action={action} />
    </>
  );
}
