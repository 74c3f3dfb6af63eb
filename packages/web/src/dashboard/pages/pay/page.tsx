import { Link } from "@tanstack/react-router";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { useMayDo } from "../../parts/use-may-do.ts";
import { LimitsBox, useLimits } from "./limits.tsx";
import style from "./page.module.css";
import { PayOne } from "./pay-one.tsx";

/** Pays as the project. */
export function PayPage() {
  const { project } = useHere();
  const maySend = useMayDo("send");
  const limits = useLimits();
  return (
    <>
      <PageHead title="Pay">
        <Link className="button second" to={addressOf(project.id, "pay/file")}>
          Pay many from a file
        </Link>
        <Link className="button second" to={addressOf(project.id, "payments")}>
          All payments
        </Link>
      </PageHead>
      {maySend ? (
        <div className={style["beside"]}>
          <PayOne limits={limits} />
          <LimitsBox limits={limits} />
        </div>
      ) : (
        <p>Your role in this project may not pay. An owner of the project can give you another one.</p>
      )}
    </>
  );
}
