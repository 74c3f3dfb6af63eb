import type { WalletApi } from "../../api/call.ts";
import { CallFailed } from "../../api/failure.ts";

/** What changes something is not even tried without a connection, so that nobody wonders what became of it. */
export function refuseOffline(api: WalletApi, isOnline: () => boolean): WalletApi {
  const write = async (...call: Parameters<WalletApi["write"]>) => {
    if (!isOnline()) throw new CallFailed({ code: "offline", message: "There is no connection." });
    return await api.write(...call);
  };
  return { ...api, write: write as WalletApi["write"] };
}
