import { Time } from "../../ui/time.tsx";

/** A time to come, exactly, and how far it is. */
export function Deadline({ at }: { at: string }) {
  return (
    <>
      <Time at={at} exact /> (<Time at={at} />)
    </>
  );
}
