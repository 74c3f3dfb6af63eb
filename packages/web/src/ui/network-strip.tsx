import { useUi } from "./words.ts";

/** Says on every page that money of this network is none. `name`: undefined while nobody knows it. */
export function NetworkStrip({ name }: { name: string | undefined }) {
  const { words } = useUi();
  if (name === undefined || name === "mainnet") return null;
  return <p className="network">{words.network(name)}</p>;
}
