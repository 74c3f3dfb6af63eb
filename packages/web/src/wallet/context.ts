import { useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { WalletApi } from "../api/call.ts";
import type { WalletMe } from "../api/own-paths.ts";
import type { Branding } from "../ui/branding.ts";
import type { UnitStore } from "../ui/unit.ts";
import type { KeptState } from "./offline/kept-state.ts";
import type { Translate } from "./text.ts";

export type { WalletMe };

/** What every part of the wallet may use. */
export type Wallet = {
  readonly api: WalletApi;
  readonly t: Translate;
  readonly language: string;
  readonly branding: Branding;
  readonly units: UnitStore;
  /** As the service knew it when it wrote the page. */
  readonly network: string | undefined;
  /** Of forms that the service's own pages have, such as the one that logs out. */
  readonly formToken: string;
  /** What was known last, for when there is no connection. */
  readonly kept: KeptState;
};

export const WalletContext = createContext<Wallet | undefined>(undefined);

export function useWallet(): Wallet {
  const wallet = useContext(WalletContext);
  if (wallet === undefined) throw new Error("outside of the wallet");
  return wallet;
}

/** Who is logged in, and what they have. */
export function useMe() {
  const { api } = useWallet();
  return useQuery({
    queryKey: ["me"],
    queryFn: ({ signal }) => api.get("/me", { signal }),
    meta: { kept: true, live: ["wallet", "payment", "charge", "voucher"] },
  });
}
