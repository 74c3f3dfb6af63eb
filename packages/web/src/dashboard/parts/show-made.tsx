import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { Skeleton } from "../../ui/states.tsx";
import type { Making } from "./use-make-once.ts";

/** Leads from the form to what it has made. */
export function ShowMade<Body, Made>({ making, address }: { making: Making<Body, Made>; address: string }) {
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what was made
  useEffect(() => {
    void navigate({ to: address, search: true as never, replace: true }).then(making.done);
  }, [address]);
  return <Skeleton lines={6} />;
}
