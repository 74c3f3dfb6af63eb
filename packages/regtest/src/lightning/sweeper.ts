import * as ldk from "lightningdevkit";
import type { Log } from "../children/log.ts";
import type { Store } from "../log/store.ts";
import { need } from "./ldk.ts";

/** What a closed channel gave back: outputs on the chain that wait to be spent to the on-chain wallet. */
export type Sweeper = {
  /** Sweeps these outputs, serialized. What cannot be swept now is kept in the store and tried again. */
  add(outputs: readonly Uint8Array[]): void;
  /** Tries again what is kept. To be called at each new block. */
  retry(): void;
};

export type SweeperDeps = {
  readonly store: Store;
  /** A signed transaction that spends these outputs to the wallet. @throws when they cannot be spent now. */
  readonly spend: (outputs: readonly Uint8Array[]) => Uint8Array;
  /** Takes the transaction; it is durable and sent with the next commit. */
  readonly send: (transaction: Uint8Array) => void;
  readonly log: Log;
};

const OUTPUTS_PREFIX = "outputs/";
/** Rate of a sweep, in satoshis per 1,000 weight units. */
const SWEEP_FEE_RATE = 1_000;

export function openSweeper({ store, spend, send, log }: SweeperDeps): Sweeper {
  let next = 1 + Math.max(0, ...store.keys(OUTPUTS_PREFIX).map((key) => Number(key.slice(OUTPUTS_PREFIX.length))));

  /** The outputs that were kept together. */
  function kept(key: string): readonly Uint8Array[] {
    return [store.get(key) ?? new Uint8Array(0), ...store.appended(key)];
  }

  function keep([first, ...others]: readonly Uint8Array[]): void {
    if (first === undefined) return;
    const key = `${OUTPUTS_PREFIX}${next++}`;
    store.put(key, first);
    for (const output of others) store.append(key, output);
  }

  return {
    add(outputs) {
      try {
        send(spend(outputs));
      } catch (error) {
        keep(outputs);
        log("error", "outputs.not_swept", { outputs: outputs.length, error: String(error) });
      }
    },
    retry() {
      for (const key of store.keys(OUTPUTS_PREFIX))
        try {
          send(spend(kept(key)));
          log("info", "outputs.swept", { outputs: kept(key).length });
          store.remove(key);
        } catch (error) {
          log("debug", "outputs.not_swept", { outputs: kept(key).length, error: String(error) });
        }
    },
  };
}

/** Signs with the node's keys and pays to `script`. */
export function spendWith(keys: ldk.KeysManager, script: Uint8Array): SweeperDeps["spend"] {
  return (outputs) => {
    const descriptors = outputs.map((bytes) =>
      need<ldk.SpendableOutputDescriptor>(ldk.SpendableOutputDescriptor.constructor_read(bytes), "reading an output"),
    );
    const noLockTime = ldk.Option_u32Z.constructor_none();
    const spent = keys.as_OutputSpender().spend_spendable_outputs(descriptors, [], script, SWEEP_FEE_RATE, noLockTime);
    return need<Uint8Array>(spent, "spending outputs, which may be worth less than their fee");
  };
}
