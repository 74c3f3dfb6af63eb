import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { CallFailed } from "../../api/failure.ts";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { addressOf } from "../addresses.ts";
import { useHere, useParam } from "../context.ts";
import { Panel } from "./panel.tsx";
import { readAgainMs } from "./read-again.ts";

type DetailPanelProps<Thing> = {
  readonly title: string;
  /** Address of its list, below the project's. */
  readonly list: string;
  /** The noun of its events, by which what was read becomes old. */
  readonly noun: string;
  /** Other nouns that do. */
  readonly live?: readonly string[];
  /** When something becomes of it that is no event: it is read again then. */
  readonly dueOf?: (thing: Thing) => string | null;
  readonly read: (id: string, signal: AbortSignal) => Promise<Thing>;
  /** Said instead of an error when there is no such thing, by the code of that answer. */
  readonly missing?: { readonly code: string; readonly text: string };
  readonly children: (thing: Thing) => ReactNode;
};

/** One thing beside its list, by the id in the address. */
export function DetailPanel<Thing>(props: DetailPanelProps<Thing>) {
  const { title, list, noun, live = [], dueOf = () => null, read, missing, children } = props;
  const { project } = useHere();
  const id = useParam("id") ?? "";
  const { data, error, refetch } = useQuery({
    queryKey: ["project", project.id, noun, id],
    queryFn: ({ signal }) => read(id, signal),
    meta: { live },
    refetchInterval: ({ state: { data: known } }) => readAgainMs(known === undefined ? null : dueOf(known), Date.now()),
  });
  const isMissing = error instanceof CallFailed && error.code === missing?.code;
  return (
    // Another thing is another panel: its heading gets the focus, and nothing of the one before stays.
    <Panel key={id} title={title} back={addressOf(project.id, list)}>
      {error !== null && data === undefined && isMissing && <p>{missing?.text}</p>}
      {error !== null && data === undefined && !isMissing && (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
      {error === null && data === undefined && <Skeleton lines={6} />}
      {data !== undefined && children(data)}
    </Panel>
  );
}
