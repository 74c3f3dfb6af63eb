import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { keptFile } from "../../parts/kept-file.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { useMayDo } from "../../parts/use-may-do.ts";
import type { BatchPlan, KeptBatch } from "./batch.ts";
import { BatchFile } from "./batch-file.tsx";
import { BatchRun } from "./batch-run.tsx";

/** Many vouchers from a file. A reload goes on with the rows that have no voucher yet, and makes none twice. */
export function VoucherBatchPage() {
  const { me, project } = useHere();
  const mayMake = useMayDo("vouchers");
  const kept = useMemo(
    (): KeptBatch => keptFile(() => sessionStorage, [me.user.id, project.id, "batch"]),
    [me.user.id, project.id],
  );
  const [plan, setPlan] = useState(() => kept.plan());
  const [isNew, setNew] = useState(false);
  const begin = (wanted: BatchPlan) => {
    const isKept = kept.begin(wanted);
    if (isKept) setPlan(wanted);
    setNew(isKept);
    return isKept;
  };
  const forget = () => {
    if (plan !== undefined) kept.forget(plan.rows);
    setPlan(undefined);
  };
  return (
    <>
      <PageHead title="Vouchers from a file">
        <Link className="button second" to={addressOf(project.id, "vouchers")}>
          All vouchers
        </Link>
      </PageHead>
      {!mayMake && <p>Your role in this project may not make vouchers.</p>}
      {mayMake && plan === undefined && <BatchFile onBegin={begin} />}
      {mayMake && plan !== undefined && <BatchRun kept={kept} plan={plan} isNew={isNew} onForget={forget} />}
    </>
  );
}
