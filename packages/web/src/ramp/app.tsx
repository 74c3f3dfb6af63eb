import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { LOGO, SOFTWARE } from "../ui/branding.ts";
import { Button, Spinner } from "../ui/button.tsx";
import { CROSS, Icon } from "../ui/icon.tsx";
import { useRamp } from "./context.ts";
import { sellerNames } from "./own-wallet.ts";
import { WayBack } from "./parts.tsx";
import { type Doing, isBeforePurchase, PROGRESS, PROGRESS_PARTS, shownStep } from "./shown-step.ts";
import type { State, Step } from "./state.ts";
import { AmountStep } from "./steps/amount.tsx";
import { CardStep } from "./steps/card.tsx";
import { ChallengeStep } from "./steps/challenge.tsx";
import { CodeStep, EmailStep } from "./steps/email.tsx";
import { BlockedStep, ExpiredStep, FailedStep, RefusedStep } from "./steps/ended.tsx";
import { IdentityStep, IdentityWaitStep } from "./steps/identity.tsx";
import { DoneStep, OnHoldStep, RefundedStep, WorkingStep } from "./steps/working.tsx";
import type { Key } from "./text.ts";
import type { Action } from "./use-action.ts";
import { useHistory } from "./use-history.ts";
import { useWays } from "./use-ways.ts";

/** The whole page. */
export function App() {
  const { store } = useRamp();
  const view = useSyncExternalStore(store.subscribe, store.view);
  const box = useHeightTold();
  const [shown, setShown] = useState<Step>();
  const state = view.kind === "open" ? view.state : undefined;
  return (
    <div ref={box} className="ramp">
      <Head state={state} shown={shown} />
      <main>
        {view.kind !== "blocked" && <Offline isOffline={view.offline} />}
        {view.kind === "loading" && <Loading />}
        {view.kind === "blocked" && <BlockedStep reason={view.reason} />}
        {view.kind === "open" && <Steps state={view.state} onShown={setShown} />}
      </main>
      <Foot state={state} />
    </div>
  );
}

function Steps({ state, onShown }: { state: State; onShown: (step: Step) => void }) {
  const [doing, setDoing] = useState<Doing>({ choosing: false, asking: false, left: undefined });
  const [challengeUrl, setChallengeUrl] = useState<string>();
  const set = (part: Partial<Doing>) => setDoing((before) => ({ ...before, ...part }));
  const step = shownStep(state, doing);
  const { announce, isAlone } = useRamp();
  const { leaving, returning, goOn, goBack, history } = useWays({ state, step, doing, set });
  useHistory(step, { isAlone, ...history });
  useEffect(() => {
    announce({ type: "step", data: { step } });
    onShown(step);
  }, [announce, onShown, step]);
  const form = { onChallenge: setChallengeUrl, onAsking: (asking: boolean) => set({ asking }) };
  const onLeave = () => set({ left: state.purchase?.id });
  return (
    <>
      <Paused text={state.paused ? PAUSED[doing.asking ? "working" : step] : undefined} />
      <StepOf
        key={step}
        step={step}
        state={state}
        form={form}
        onContinue={goOn}
        onLeave={onLeave}
        onBack={goBack}
        leaving={leaving}
        returning={returning}
        challengeUrl={challengeUrl}
        asking={doing.asking}
      />
    </>
  );
}

/** What is said while the service sends nothing, before a purchase and after its card was given. */
const PAUSED: Readonly<Partial<Record<Step, Key>>> = {
  amount: "ramp_paused_buy",
  email: "ramp_paused_buy",
  code: "ramp_paused_buy",
  identity: "ramp_paused_buy",
  card: "ramp_paused_buy",
  challenge: "ramp_paused_wait",
  working: "ramp_paused_wait",
};

function Paused({ text }: { text: Key | undefined }) {
  const { branding, t } = useRamp();
  return (
    <div role="status">
      {text !== undefined && (
        <div className="notice">
          {t(text)}{" "}
          {branding.support !== undefined && (
            <a href={branding.support} target="_blank" rel="noreferrer">
              {t("ramp_foot_support")}
            </a>
          )}
        </div>
      )}
    </div>
  );
}

type StepProps = {
  readonly step: Step;
  readonly state: State;
  readonly form: { onChallenge(url: string | undefined): void; onAsking(asking: boolean): void };
  readonly challengeUrl: string | undefined;
  readonly asking: boolean;
  readonly leaving: Action;
  readonly returning: Action;
  onContinue(): void;
  onBack(): void;
  onLeave(): void;
};

function StepOf({ step, state, form, challengeUrl, asking, onContinue, onBack, onLeave, ...ways }: StepProps) {
  const { leaving, returning } = ways;
  switch (step) {
    case "email":
      return <EmailStep state={state} onBack={onBack} />;
    case "code":
      return <CodeStep state={state} onBack={onBack} />;
    case "identity":
      return <IdentityStep state={state} onBack={onBack} />;
    case "identity_wait":
      return <IdentityWaitStep state={state} onBack={onBack} />;
    case "amount":
      return <AmountStep state={state} returning={returning} onContinue={onContinue} />;
    case "expired":
      return <ExpiredStep />;
    case "refused":
      return <RefusedStep />;
    case "in_use":
      return <BlockedStep reason="in_use" />;
    case "failed":
      return <FailedStep state={state} purchase={state.purchase} onLeave={onLeave} />;
  }
  const { purchase } = state;
  if (purchase === null) return <Loading />; // the service says no such thing
  switch (step) {
    case "card":
      return <CardStep state={state} purchase={purchase} asking={asking} leaving={leaving} onBack={onBack} {...form} />;
    case "challenge":
      return <ChallengeStep purchase={purchase} url={purchase.challenge_url ?? challengeUrl} {...form} />;
    case "working":
      return <WorkingStep state={state} purchase={purchase} />;
    case "done":
      return <DoneStep state={state} purchase={purchase} />;
    case "on_hold":
      return <OnHoldStep state={state} purchase={purchase} />;
    case "refunded":
      return <RefundedStep state={state} purchase={purchase} />;
  }
}

function Head({ state, shown }: { state: State | undefined; shown: Step | undefined }) {
  const { announce, branding, canClose, t } = useRamp();
  const parts = state === undefined || shown === undefined ? 0 : PROGRESS[shown];
  return (
    <header>
      {shown !== undefined && isBeforePurchase(shown) && <WayBack />}
      <div className="head">
        <p className="who">
          <span className="soft">{t("ramp_head")}</span>
          <bdi>{state === undefined ? " " : sellerNames(state, branding.name).head}</bdi>
        </p>
        {state?.sandbox === true && <span className="mark">{t("ramp_sandbox")}</span>}
        {canClose && (
          <button
            type="button"
            className="close"
            aria-label={t("ramp_close")}
            onClick={() => announce({ type: "close" })}
          >
            <Icon path={CROSS} />
          </button>
        )}
      </div>
      <div className="bar" aria-hidden="true">
        {Array.from({ length: PROGRESS_PARTS }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts have nothing else
          <span key={i} className={i < parts ? "full" : ""} />
        ))}
      </div>
    </header>
  );
}

/** Whose page this is, where people ask, and what there is to read. */
function Foot({ state }: { state: State | undefined }) {
  const { branding, t } = useRamp();
  const { name, support, terms, privacy, imprint } = branding;
  const seller = state === undefined ? name : sellerNames(state, name).foot;
  const links = [
    [t("ramp_foot_support"), support],
    [t("ramp_foot_terms"), terms],
    [t("ramp_foot_privacy"), privacy],
    [t("ramp_foot_imprint"), imprint],
  ] as const;
  return (
    <footer>
      <p className="foot-line whose">
        <img src={LOGO} alt="" width="20" height="20" /> <bdi>{t("ramp_foot", { name: seller })}</bdi>
      </p>
      <p className="foot-line">
        {links.map(
          ([label, href]) =>
            href !== undefined && (
              <a key={label} href={href} target="_blank" rel="noreferrer">
                {label}
              </a>
            ),
        )}
      </p>
      {name !== SOFTWARE && <p className="foot-line">{t("ramp_foot_software")}</p>}
    </footer>
  );
}

function Loading() {
  const { t } = useRamp();
  return (
    <p className="loading" role="status">
      <Spinner /> {t("ramp_loading")}
    </p>
  );
}

function Offline({ isOffline }: { isOffline: boolean }) {
  const { store, t } = useRamp();
  return (
    <div role="status">
      {isOffline && (
        <div className="notice bad offline">
          <span>{t("ramp_offline")}</span>
          <Button look="plain" onClick={() => void store.ask()}>
            {t("ramp_offline_retry")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Says how high the page is, so that its frame can be as high. */
function useHeightTold() {
  const { announce } = useRamp();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize;
      if (height !== undefined) announce({ type: "resize", data: { height } });
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [announce]);
  return box;
}
