/** What a command is doing, for whoever waits: at a terminal one line that changes, elsewhere nothing. */
export function liveLine(): { say(text: string): void; end(): void } {
  const { stderr } = process;
  const clear = "\r\u001b[2K";
  return {
    say: (text) => void (stderr.isTTY && stderr.write(`${clear}… ${text}`.slice(0, (stderr.columns ?? 80) + 4))),
    end: () => void (stderr.isTTY && stderr.write(clear)),
  };
}
