import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere, useParam } from "../../context.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Pick } from "../../parts/fields.tsx";
import { FreshNotice } from "../../parts/fresh-notice.tsx";
import { Panel } from "../../parts/panel.tsx";
import { WriteFailed } from "../../parts/write-failed.tsx";
import { type App, REDIRECT_URLS_MAX } from "./app.ts";
import {
  ANSWERS,
  type Answer,
  authorizeUrl,
  type Client,
  mayBeRedirect,
  ownRedirectUri,
  SCOPES,
} from "./login-calls.ts";
import { beginLogin } from "./pkce.ts";
import { Step } from "./step.tsx";
import { AnswerStep, TokenStep, UserStep } from "./trial-steps.tsx";
import { useApp } from "./use-apps.ts";

/** A login of an application, step by step, with what is asked and what is answered. */
export function Trial() {
  const { project } = useHere();
  const id = useParam("id") ?? "";
  const { data: app, error, refetch } = useApp(id);
  return (
    <Panel title="Try the login" back={addressOf(project.id, `oauth2/${id}`)}>
      {error !== null && app === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && app === undefined && <Skeleton lines={6} />}
      {app?.revokedAt === null && <Steps of={app} />}
      {typeof app?.revokedAt === "string" && <p>This application is ended: nobody logs in through it any more.</p>}
    </Panel>
  );
}

function Steps({ of: app }: { of: App }) {
  const { project } = useHere();
  const own = ownRedirectUri(location.origin, project.id);
  const [redirectUri, setRedirectUri] = useState(app.redirectUris.includes(own) ? own : (app.redirectUris[0] ?? ""));
  const [scopes, setScopes] = useState<readonly string[]>(["user", "wallet"]);
  const [round, setRound] = useState(0);
  const { begun, answer, take } = useLogin(round);
  const again = () => setRound(round + 1);
  if (begun === null)
    return (
      <p className="notice">
        A browser makes the proof of a login (PKCE) on https:// pages alone, and on your own machine. Open the dashboard
        there, or let the library of your app do it.
      </p>
    );
  if (begun === undefined) return <Skeleton />;
  const client: Client = { origin: location.origin, clientId: app.clientId, redirectUri };
  const url = authorizeUrl(client, scopes.join(" "), begun);
  return (
    <>
      <p>This is what your app does to log somebody in. It needs nothing but the client id until step 3.</p>
      <Step number={1} title="Send the browser to the login">
        <OwnRedirect of={app} own={own} onAdded={() => setRedirectUri(own)} />
        <Pick
          label="It comes back to"
          value={redirectUri}
          options={app.redirectUris.map((one) => [one, one === own ? `${one} (this page)` : one])}
          onPick={setRedirectUri}
        />
        <ScopeChoice scopes={scopes} onChange={setScopes} />
        <CodeBlock name="address of the login" text={url} />
        <a className="button" href={url} target="_blank" rel="noopener">
          Log in in another window
        </a>
        <p className="hint">
          Before that the app made a code verifier at random and keeps it: <bdi>{begun.verifier}</bdi>. The address has
          its SHA-256 as the challenge.
        </p>
      </Step>
      <AnswerStep begun={begun} answer={answer} isOwn={redirectUri === own} onAnswer={take} />
      {answer?.code !== undefined && (
        <>
          <TokenStep client={client} begun={begun} code={answer.code} />
          <UserStep origin={client.origin} />
        </>
      )}
      {answer !== undefined && (
        <Button look="second" onClick={again}>
          Begin again
        </Button>
      )}
    </>
  );
}

/** A new proof for each `round`, and the answer that comes to it. `begun`: null where none can be made. */
function useLogin(round: number) {
  const { data: begun } = useQuery({
    queryKey: ["login of a trial", round],
    queryFn: async () => (await beginLogin()) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [answers, setAnswers] = useState<readonly Answer[]>([]);
  const take = (answer: Answer) => setAnswers((before) => [...before, answer]);
  useEffect(() => {
    const channel = new BroadcastChannel(ANSWERS);
    channel.onmessage = ({ data }: MessageEvent<Answer>) => setAnswers((before) => [...before, data]);
    return () => channel.close();
  }, []);
  return { begun, answer: answers.find(({ state }) => state === begun?.state), take };
}

type OwnProps = { readonly of: App; readonly own: string; readonly onAdded: () => void };

/** Lets this page take the answer by itself. */
function OwnRedirect({ of: app, own, onAdded }: OwnProps) {
  const { api, project } = useHere();
  const client = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => {
      const body = { redirectUris: [...app.redirectUris, own] };
      return api.write("patch", "/apps/{id}", { params: { id: app.id }, body });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["project", project.id, "apps"] });
      onAdded();
    },
  });
  if (app.redirectUris.includes(own)) return null;
  const isFull = app.redirectUris.length >= REDIRECT_URLS_MAX;
  if (!project.actions.includes("apps") || !mayBeRedirect(own) || isFull)
    return <p className="hint">The browser comes back to your app: copy the address that it has then into step 2.</p>;
  return (
    <div className="notice">
      <p>The answer comes to this page by itself when it is one of the redirect URLs. Take it away again afterwards.</p>
      <FreshNotice />
      <WriteFailed error={error} lost="Send it again: the same change twice is one." />
      <Button look="second" busy={isPending} onClick={() => isPending || mutate()}>
        Add this page to the redirect URLs
      </Button>
    </div>
  );
}

type ScopeProps = { readonly scopes: readonly string[]; readonly onChange: (scopes: readonly string[]) => void };

function ScopeChoice({ scopes, onChange }: ScopeProps) {
  return (
    <fieldset className="choices">
      <legend>It asks for (scope)</legend>
      {SCOPES.map((scope) => (
        <label key={scope}>
          <input
            type="checkbox"
            checked={scopes.includes(scope)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(SCOPES.filter((one) => (one === scope ? checked : scopes.includes(one))))
            }
          />
          {scope}
        </label>
      ))}
    </fieldset>
  );
}
