import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { Skeleton } from "../../ui/states.tsx";
import { useHere } from "../context.ts";
import type { Making } from "./use-make-once.ts";

/** Leads from the form to what it has made. */
export function ShowMade<Body, Made>({ making, address }: { making: Making<Body, Made>; address: string }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { project } = useHere();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what was made
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ["project", project.id] });
    void navigate({ to: address, search: true as never, replace: true }).then(making.done);
  }, [address]);
  return <Skeleton lines={6} />;
}
