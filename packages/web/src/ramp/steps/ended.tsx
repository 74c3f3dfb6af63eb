import { Button } from "../../ui/button.tsx";
import { CLOCK, CROSS, LOCK } from "../../ui/icon.tsx";
import { useRamp } from "../context.ts";
import { codeText } from "../failure-text.ts";
import { Alert, CloseButton, Sign, StepView } from "../parts.tsx";
import type { Purchase, State } from "../state.ts";
import { useAction } from "../use-action.ts";

/** `onLeave`: the purchase is left behind and another amount may be chosen. */
export function FailedStep({
  state,
  purchase,
  onLeave,
}: {
  state: State;
  purchase: Purchase | null;
  onLeave: () => void;
}) {
  const { api, store, t } = useRamp();
  const { busy, failure, run } = useAction();
  const isOpen = state.session.state === "open" || state.session.state === "active";
  const again = async () => {
    if (await run(() => store.act(api.cancel))) onLeave();
  };
  if (purchase?.failure?.code === "declined" && !isOpen) return <DeclinedStep />;
  return (
    <StepView title={t("ramp_failed_title")} icon={<Sign path={CROSS} kind="bad" />}>
      <p>{purchase?.failure == null ? t("ramp_failed_text") : codeText(t, purchase.failure.code)}</p>
      <p className="soft">
        {t(purchase?.state === "refund_pending" ? "ramp_failed_refund" : "ramp_failed_not_charged")}
      </p>
      <Alert>{failure}</Alert>
      {isOpen && (
        <Button busy={busy} onClick={again}>
          {t("ramp_try_again")}
        </Button>
      )}
      <CloseButton look="second">{t("ramp_close")}</CloseButton>
    </StepView>
  );
}

/** So many cards were declined that the session has ended. */
function DeclinedStep() {
  const { t } = useRamp();
  return (
    <StepView title={t("ramp_declined_title")} icon={<Sign path={CROSS} kind="bad" />}>
      <p>{t("ramp_declined_text")}</p>
      <p className="soft">{t("ramp_declined_then")}</p>
      <CloseButton>{t("ramp_declined_leave")}</CloseButton>
    </StepView>
  );
}

export function ExpiredStep() {
  const { t } = useRamp();
  return (
    <StepView title={t("ramp_expired_title")} icon={<Sign path={CLOCK} kind="soft" />}>
      <p className="soft">{t("ramp_expired_text")}</p>
      <CloseButton>{t("ramp_close")}</CloseButton>
    </StepView>
  );
}

/** Nothing is sold to this person. */
export function RefusedStep() {
  const { t } = useRamp();
  return (
    <StepView title={t("ramp_refused_title")} icon={<Sign path={CROSS} kind="bad" />}>
      <p className="soft">{t("ramp_refused_text")}</p>
      <CloseButton>{t("ramp_close")}</CloseButton>
    </StepView>
  );
}

export function BlockedStep({ reason }: { reason: "in_use" | "unknown" }) {
  const { t } = useRamp();
  return (
    <StepView title={t(`ramp_${reason}_title`)} icon={<Sign path={LOCK} kind="soft" />}>
      <p className="soft">{t(`ramp_${reason}_text`)}</p>
      <CloseButton>{t("ramp_close")}</CloseButton>
    </StepView>
  );
}
