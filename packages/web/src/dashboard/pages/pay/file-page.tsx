import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { keptFile } from "../../parts/kept-file.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { useMayDo } from "../../parts/use-may-do.ts";
import { LimitsBox, useLimits } from "./limits.tsx";
import style from "./page.module.css";
import { PayFileForm } from "./pay-file-form.tsx";
import type { KeptRows, PayPlan } from "./pay-rows.ts";
import { PayRun } from "./pay-run.tsx";

/** Many payments from a file. A reload goes on with the rows that are not paid, and pays none twice. */
export function PayFilePage() {
  const { me, project } = useHere();
  const maySend = useMayDo("send");
  const limits = useLimits();
  const kept = useMemo(
    (): KeptRows => keptFile(() => sessionStorage, [me.user.id, project.id, "pay-file"]),
    [me.user.id, project.id],
  );
  const [plan, setPlan] = useState(() => kept.plan());
  const [isNew, setNew] = useState(false);
  const begin = (wanted: PayPlan) => {
    const isKept = kept.begin(wanted);
    if (isKept) setPlan(wanted);
    setNew(isKept);
    return isKept;
  };
  const forget = () => {
    if (plan !== undefined) kept.forget(plan.rows);
    setPlan(undefined);
    setNew(false);
  };
  return (
    <>
      <PageHead title="Pay from a file">
        <Link className="button second" to={addressOf(project.id, "pay")}>
          Pay one
        </Link>
        <Link className="button second" to={addressOf(project.id, "payments")}>
          All payments
        </Link>
      </PageHead>
      {!maySend && <p>Your role in this project may not pay. An owner of the project can give you another one.</p>}
      {maySend && (
        <div className={`${style["beside"]} ${style["file"]}`}>
          <div>
            {plan === undefined ? (
              <PayFileForm limits={limits} onBegin={begin} />
            ) : (
              <PayRun kept={kept} plan={plan} isNew={isNew} onForget={forget} />
            )}
          </div>
          <LimitsBox limits={limits} />
        </div>
      )}
    </>
  );
}
