import { once } from "node:events";

type Answer = { readonly id?: number; readonly result?: { readonly result?: { readonly value?: string } } };

/** What the engine of a process says that it holds, in MB. */
export type Heap = { readonly total: number; readonly used: number; readonly external: number };

const MB = 1_024 * 1_024;
const USAGE = "JSON.stringify(process.memoryUsage())";

/**
 * Has a running process collect its garbage, by its inspector. @param url of the inspector, which the process writes to
 * its standard error after SIGUSR1.
 */
export async function collectGarbage(url: string): Promise<Heap> {
  const socket = new WebSocket(url);
  await once(socket, "open");
  await call(socket, 1, "HeapProfiler.enable");
  await call(socket, 2, "HeapProfiler.collectGarbage");
  const { result } = await call(socket, 3, "Runtime.evaluate", { expression: USAGE, returnByValue: true });
  socket.close();
  const { heapTotal, heapUsed, external } = JSON.parse(result?.result?.value ?? "{}") as NodeJS.MemoryUsage;
  return { total: heapTotal / MB, used: heapUsed / MB, external: external / MB };
}

async function call(socket: WebSocket, id: number, method: string, params: object = {}): Promise<Answer> {
  const answered = Promise.withResolvers<Answer>();
  const take = ({ data }: MessageEvent) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id === id) answered.resolve(answer);
  };
  socket.addEventListener("message", take);
  socket.send(JSON.stringify({ id, method, params }));
  const answer = await answered.promise;
  socket.removeEventListener("message", take);
  return answer;
}
