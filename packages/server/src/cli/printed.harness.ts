/** What `work` prints. */
export async function printed(work: () => Promise<unknown>): Promise<string> {
  const written: string[] = [];
  const { write } = process.stdout;
  process.stdout.write = ((text: string) => written.push(text) > 0) as typeof write;
  try {
    await work();
  } finally {
    process.stdout.write = write;
  }
  return written.join("");
}
