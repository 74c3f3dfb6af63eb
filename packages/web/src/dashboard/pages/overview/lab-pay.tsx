import { commandOf } from "../../../ui/command.ts";
import { useHere } from "../../context.ts";
import { CodeBlock } from "../../parts/code-block.tsx";

/** On a network of one's own no wallet of others can pay: the command that does. */
export function LabPay({ invoice }: { invoice: string }) {
  const { me } = useHere();
  if (me.network !== "regtest") return null;
  return (
    <>
      <p>Wallets of other networks cannot pay it. On this test network a command pays it:</p>
      <CodeBlock text={commandOf(`lab pay ${invoice}`)} name="command: pay the invoice" />
    </>
  );
}
