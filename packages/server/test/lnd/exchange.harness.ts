import { Agent, request } from "node:https";

export type Answer = { readonly status: number; readonly text: string };

/** One exchange with a server whose certificate is known. */
export function exchange(
  url: string,
  {
    method = "GET",
    agent,
    headers = {},
    body,
  }: {
    readonly method?: "GET" | "POST" | "DELETE";
    readonly agent: Agent;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: object | undefined;
  },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => (text += part));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
      answer.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body && JSON.stringify(body));
  });
}

export const agentFor = (ca: string) => new Agent({ ca, keepAlive: true });
