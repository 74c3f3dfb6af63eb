/**
 * Lightning Development Kit 0.1.2 in WebAssembly, and the few idioms that its bindings need:
 * results say `is_ok`, options carry `some`, and every object given to the library must stay referenced by us.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import * as ldk from "lightningdevkit";
import * as bindings from "lightningdevkit/bindings.mjs";
import { CommonBase } from "lightningdevkit/structs/CommonBase.mjs";

type Free = (ptr: bigint) => void;

/** What the library's finalizers call. Its types leave these functions out. */
const frees = bindings as unknown as Record<"ChannelMonitor_free" | "ChannelMonitorUpdate_free" | "Record_free", Free>;
const { set_null_skip_free: skipFinalizer } = CommonBase as unknown as { set_null_skip_free(object: object): void };

let loading: Promise<void> | undefined;

/** Loads the library once a process; its nodes share the instance. */
export function loadLdk(): Promise<void> {
  loading ??= (async () => {
    const entry = createRequire(import.meta.url).resolve("lightningdevkit");
    await ldk.initializeWasmFromBinary(await readFile(entry.replace(/index\.mjs$/, "liblightningjs.wasm")));
  })();
  return loading;
}

/**
 * Frees a copy that the library made for a callback, before the callback returns. The garbage collector would free it
 * too, but only when JavaScript's own heap is full, and these copies lie outside of it: a channel monitor is copied for
 * each of its updates, and WebAssembly's memory never shrinks.
 */
export function free(copy: ldk.ChannelMonitor | ldk.ChannelMonitorUpdate | ldk.Record): void {
  const { ptr } = copy as unknown as { readonly ptr: bigint };
  if (ptr === 0n) return; // stands for "none"
  skipFinalizer(copy);
  if (copy instanceof ldk.ChannelMonitor) frees.ChannelMonitor_free(ptr);
  else if (copy instanceof ldk.ChannelMonitorUpdate) frees.ChannelMonitorUpdate_free(ptr);
  else frees.Record_free(ptr);
}

type Result = { is_ok(): boolean };

/** Value of a result. @throws when the library refused, with what it said. */
export function need<Value>(result: Result, what: string): Value {
  if (!result.is_ok()) throw new Error(`${what}: ${describe((result as unknown as { err: unknown }).err)}`);
  return (result as unknown as { res: Value }).res;
}

/** Value of an option, if it has one. */
export function some<Value>(option: object): Value | undefined {
  return "some" in option ? (option.some as Value) : undefined;
}

function describe(error: unknown): string {
  if (typeof error !== "object" || error === null) return String(error);
  const text = "err" in error ? error.err : "to_str" in error ? (error as { to_str(): string }).to_str() : "";
  return `${error.constructor.name} ${text}`.trim();
}
