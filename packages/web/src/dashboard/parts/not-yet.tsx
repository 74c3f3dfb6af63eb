import { EmptyState } from "../../ui/states.tsx";
import { PageHead } from "./page-head.tsx";

/** In place of a page that is being made. */
export function NotYet({ title }: { title: string }) {
  return (
    <>
      <PageHead title={title} />
      <EmptyState title="This page is not ready yet. The API and the command line have what will be here." />
    </>
  );
}
