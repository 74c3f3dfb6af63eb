import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

export type Streamed = {
  readonly contentType: string;
  /** Undefined: the answer is no file. A failure is none. */
  readonly fileName?: string | undefined;
};

/**
 * Answers with text that is made while it is read: no more than `chunks` gave last waits in memory for a slow reader.
 * The first chunk is made before anything is sent, so that what fails there is answered as a failure; a later failure
 * breaks the answer off.
 */
export async function streamAnswer(
  reply: FastifyReply,
  { contentType, fileName }: Streamed,
  chunks: AsyncGenerator<string>,
): Promise<never> {
  const first = await chunks.next();
  const rest = async function* () {
    if (!first.done) yield first.value;
    if (reply.request.method === "HEAD")
      await chunks.return(undefined); // no body is sent, so none is made
    else yield* chunks;
  };
  reply.header("content-type", contentType);
  if (fileName !== undefined) reply.header("content-disposition", `attachment; filename="${fileName}"`);
  return reply.send(Readable.from(rest())) as never;
}
