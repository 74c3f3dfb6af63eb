import { useMutation } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { Field } from "../../../ui/field.tsx";
import { Status } from "../../../ui/status.tsx";
import { CodeBlock, prettyJson } from "../../parts/code-block.tsx";
import { Area } from "../../parts/fields.tsx";
import { type Answer, accessTokenIn, answerIn, type Client, tokenCurl, userCurl } from "./login-calls.ts";
import type { Begun } from "./pkce.ts";
import { Step } from "./step.tsx";

type AnswerStepProps = {
  readonly begun: Begun;
  readonly answer: Answer | undefined;
  /** It comes by itself. */
  readonly isOwn: boolean;
  readonly onAnswer: (answer: Answer) => void;
};

export function AnswerStep({ begun, answer, isOwn, onAnswer }: AnswerStepProps) {
  return (
    <Step number={2} title="The browser comes back with a code">
      <div role="status">
        {answer?.code !== undefined && <Status tone="good">Allowed, and the state is ours</Status>}
        {answer?.error !== undefined && (
          <>
            <Status tone="bad">Refused</Status>
            <p className="hint">
              <bdi>{answer.error}</bdi>
            </p>
          </>
        )}
        {answer === undefined && isOwn && <Status tone="wait">Waiting for the other window</Status>}
      </div>
      {answer?.code !== undefined && (
        <>
          <CodeBlock name="code" text={answer.code} />
          <p className="hint">It is valid for 60 seconds, and once.</p>
        </>
      )}
      {answer === undefined && !isOwn && <PasteAnswer state={begun.state} onAnswer={onAnswer} />}
    </Step>
  );
}

function PasteAnswer({ state, onAnswer }: { state: string; onAnswer: (answer: Answer) => void }) {
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState<string>();
  const read = (event: SyntheticEvent) => {
    event.preventDefault();
    const answer = answerIn(typed);
    if (answer === undefined) setWrong("That is no address with a code and a state.");
    else if (answer.state !== state) setWrong("Its state is of another login. Your app must refuse it too.");
    else onAnswer(answer);
  };
  return (
    <CheckedForm onSubmit={read} noValidate>
      <Field
        label="The address that the browser came back to"
        type="url"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        wrong={wrong}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" look="second">
        Read it
      </Button>
    </CheckedForm>
  );
}

export function TokenStep({ client, begun, code }: { client: Client; begun: Begun; code: string }) {
  return (
    <Step number={3} title="Your server exchanges the code">
      <p>
        With the client secret, which no browser has: this service refuses the call from a page. Run it where{" "}
        <code>CLIENT_SECRET</code> is set, within 60 seconds.
      </p>
      <CodeBlock name="token call" text={tokenCurl(client, code, begun)} />
    </Step>
  );
}

type Said = { readonly status: number; readonly text: string };

/** The token stays in this window, and is in no storage. */
export function UserStep({ origin }: { origin: string }) {
  const [pasted, setPasted] = useState("");
  const [wrong, setWrong] = useState<string>();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (token: string): Promise<Said> => {
      const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
      const answer = await fetch("/v1/oauth2/user", { headers, credentials: "omit" });
      return { status: answer.status, text: prettyJson(await answer.text()) };
    },
  });
  const ask = (event: SyntheticEvent) => {
    event.preventDefault();
    const token = accessTokenIn(pasted);
    setWrong(token === undefined ? "There is no access token in it." : undefined);
    if (token !== undefined && !isPending) mutate(token);
  };
  return (
    <Step number={4} title="It asks who logged in">
      <CodeBlock name="user call" text={userCurl(origin)} />
      <CheckedForm onSubmit={ask} noValidate>
        <Area
          label="The answer of the token call"
          hint="Or the access token alone. It stays in this window."
          rows={3}
          autoComplete="off"
          spellCheck={false}
          value={pasted}
          wrong={wrong}
          onChange={({ currentTarget }) => setPasted(currentTarget.value)}
        />
        <Button type="submit" look="second" busy={isPending}>
          Ask from here
        </Button>
      </CheckedForm>
      <div role="status">
        {error !== null && <Status tone="bad">No answer came</Status>}
        {data !== undefined && (
          <>
            <Status tone={data.status === 200 ? "good" : "bad"}>{`Status ${data.status}`}</Status>
            <CodeBlock name="answer" text={data.text} />
          </>
        )}
      </div>
    </Step>
  );
}
