/** A call as a person would make it with curl. */
export type CurlCall = {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | undefined;
};

/** A line that a shell of POSIX reads as the same call, byte for byte. */
export function curlOf({ method, url, headers, body }: CurlCall): string {
  const parts = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(url)}`,
    ...headers.map(([name, value]) => `-H ${quotedHeader(name, value)}`),
    ...(body === undefined ? [] : [`--data-binary ${quoted(body)}`]),
  ];
  return parts.join(" \\\n  ");
}

/** Read as it stands by the shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** What stands for a key is a variable of the shell, so that nobody types a key into a command. */
function quotedHeader(name: string, value: string): string {
  return value === KEY_VARIABLE ? `"${name}: ${value}"` : quoted(`${name}: ${value}`);
}

export const KEY_VARIABLE = "$LEYDEN_KEY";
