/** Whole sats, rounded down, as people read them: "1,234 sat". */
export function inSats(msats: bigint): string {
  return `${(msats / 1_000n).toLocaleString("en-US")} sat`;
}

/** "1.2 GB", "340 MB". */
export function inBytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB` : `${Math.floor(bytes / 1e6)} MB`;
}

/** "3 channels", "1 channel". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

/** The first of them, and how many more there are. */
export function listed(items: readonly string[], most = 3): string {
  const more = items.length - most;
  return `${items.slice(0, most).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** A key or a hash, as far as people need it to find the right one. */
export function shortened(hex: string): string {
  return hex.length > 16 ? `${hex.slice(0, 12)}…` : hex;
}
