import { type Child, startChild } from "../child.ts";
import type { Contender } from "../contender.ts";
import type { Environment } from "../environment.ts";
import type { Load } from "../http-load.ts";
import { createProjects, type Projects } from "../projects.ts";
import type { PostMessage } from "../ramp/post-load.ts";
import type { PostServerMessage } from "../ramp/post-server.ts";
import { CONNECTIONS, DATABASE_CONNECTIONS } from "./token-requests.ts";

type Parts = { readonly child: Child; readonly port: number; readonly projects: Projects };

/** POSTs over HTTP that write one row each, to one server. */
export function rowPosts(environment: Environment): (path: string, body: object) => Contender {
  let started: Promise<Parts> | undefined;
  let generator: Child | undefined;
  const parts = () => {
    started ??= start(environment);
    return started;
  };
  const run = async (path: string, body: string, seconds: number): Promise<Load> => {
    const { port, projects } = await parts();
    generator ??= startChild("ramp/post-load.ts");
    const message: PostMessage = { port, path, body, keys: projects.keys, connections: CONNECTIONS, seconds };
    const answered = (await generator.ask(message)) as Load;
    if (answered.refused !== undefined) throw new Error(`a request was refused: ${answered.refused}`);
    return answered;
  };
  return (path, body) => {
    const text = JSON.stringify(body);
    return {
      name: `POST ${path}`,
      prepare: async () => void (await run(path, text, environment.scale.warmUpSeconds)),
      async measure(seconds) {
        const { perSecond, p50Ms, p99Ms } = await run(path, text, seconds);
        return { perSecond, latency: { p50Ms, p99Ms } };
      },
      async close() {
        await (await started)?.child.close();
        started = undefined;
        await generator?.close();
        generator = undefined;
      },
    };
  };
}

async function start(environment: Environment): Promise<Parts> {
  const { url, role } = environment;
  const projects = await createProjects(environment, "Post");
  const child = startChild("ramp/post-server.ts");
  const message: PostServerMessage = { url, role, connections: DATABASE_CONNECTIONS };
  return { child, projects, port: (await child.ask(message)) as number };
}
