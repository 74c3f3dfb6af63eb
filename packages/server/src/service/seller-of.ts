import type { Config } from "#config.ts";

/** Who sells bitcoin here, as pages and receipts name them: the one place that reads the settings. */
export function sellerOf({ baseUrl }: Pick<Config, "baseUrl">) {
  const support: string | undefined = undefined;
  const address: string | undefined = undefined;
  return { name: new URL(baseUrl).host, address, support };
}
