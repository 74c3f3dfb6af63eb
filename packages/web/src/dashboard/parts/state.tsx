import { Status } from "../../ui/status.tsx";
import type { States } from "./states-of-things.ts";

/** A state by the words of its kind. */
export function State<Name extends string>({ states, of }: { states: States<Name>; of: Name }) {
  const [tone, words] = states[of];
  return <Status tone={tone}>{words}</Status>;
}
