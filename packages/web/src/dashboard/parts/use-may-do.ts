import { useHere } from "../context.ts";

/** Whether the role of who looks may do this; the service decides, and buttons that it would refuse are not shown. */
export function useMayDo(
  action: "receive" | "send" | "vouchers" | "ramp" | "settings" | "resend" | "bodies" | "secrets" | "keys" | "apps",
): boolean {
  return useHere().project.actions.includes(action);
}
