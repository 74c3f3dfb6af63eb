import { useRoute } from "wouter";
import { HistoryDetail } from "./detail.tsx";
import { HistoryList } from "./list.tsx";
import { PeoplePage } from "./people-page.tsx";

/** `/history`, the people below it, and each thing by the id that it is about. */
export function HistoryPage() {
  const [, params] = useRoute("/history/:about");
  if (params?.about === "people") return <PeoplePage />;
  return params?.about === undefined ? <HistoryList /> : <HistoryDetail key={params.about} about={params.about} />;
}
