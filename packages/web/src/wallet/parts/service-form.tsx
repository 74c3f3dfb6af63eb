import type { ReactNode, SubmitEvent } from "react";
import { useToasts } from "../../ui/toast.tsx";
import { useWallet } from "../context.ts";

type ServiceFormProps = {
  /** Of a page of the service that takes forms. */
  readonly action: "/language" | "/logout";
  /** What has to be done before. */
  readonly before?: () => Promise<void>;
  readonly children: ReactNode;
};

/** A form that the service itself answers with a page: without a connection the browser would show its own. */
export function ServiceForm({ action, before = async () => undefined, children }: ServiceFormProps) {
  const { formToken, t } = useWallet();
  const toasts = useToasts();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!navigator.onLine) return toasts.say({ text: t("wallet_error_offline"), tone: "bad" });
    await before();
    form.submit();
  };
  return (
    <form method="post" action={action} onSubmit={submit}>
      <input type="hidden" name="csrf" value={formToken} />
      {children}
    </form>
  );
}
