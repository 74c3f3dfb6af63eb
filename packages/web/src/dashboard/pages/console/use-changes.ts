import { useMemo, useState } from "react";
import { useHere } from "../../context.ts";
import { keptIn } from "../../parts/kept.ts";

export type Changes = {
  /** Calls that change something may be sent. */
  readonly isOn: boolean;
  readonly isRealMoney: boolean;
  /** Real money asks for a login of the last ten minutes before. */
  readonly asksForLogin: boolean;
  readonly network: string | null;
  turn(isOn: boolean): void;
};

/** Networks whose coins are worth nothing. Source: BIP 173 and LND's names of networks. */
const TEST_NETWORKS: readonly string[] = ["regtest", "signet", "testnet", "testnet4", "simnet"];

/** A network that nobody knows has real money. */
export function isRealMoney(network: string | null): boolean {
  return network === null || !TEST_NETWORKS.includes(network);
}

/** Whether this tab may change something: not until somebody says so here, for this project. */
export function useChanges(): Changes {
  const { me, project } = useHere();
  const kept = useMemo(
    () => keptIn<true>(() => sessionStorage, [me.user.id, project.id, "console changes"]),
    [me.user.id, project.id],
  );
  const [, setTurned] = useState(0);
  const isReal = isRealMoney(me.network);
  const asksForLogin = isReal && Date.parse(me.freshUntil) <= Date.now();
  return {
    isOn: kept.read() === true && !asksForLogin,
    isRealMoney: isReal,
    asksForLogin,
    network: me.network,
    turn(isOn) {
      if (isOn) kept.write(true);
      else kept.remove();
      setTurned((count) => count + 1);
    },
  };
}
