import { Link } from "@tanstack/react-router";
import { useHere } from "../context.ts";
import type { ThingKind } from "./states-of-things.ts";
import { addressOfThing, nameOfKind } from "./things.ts";

/** Leads to the page of a thing; its name alone where it has none. */
export function ThingLink({ kind, id, children }: { kind: ThingKind; id: string; children?: string }) {
  const { project } = useHere();
  const address = addressOfThing(project.id, { kind, id });
  const words = children ?? nameOfKind(kind);
  return address === undefined ? <bdi>{words}</bdi> : <Link to={address}>{words}</Link>;
}
