/** Of the text below: an answer is written down with it. Another text has another number. */
export const REAL_MONEY_VERSION = 2;

/** What an operator reads before the first connection to a node on mainnet: ten lines. */
export const REAL_MONEY_TEXT = `This Lightning node is on mainnet: its bitcoin is real money, and all of it can be lost.
  - This software is young. A mistake in it can lose what the node holds, and no payment can be taken back.
  - Who gets into this machine, or has the node's credential or the key of a project, can send the money away.
  - A node on an old copy of its own files loses whole channels: never restore them, nor a snapshot of the machine.
  - Its seed and its channel backup are all that brings back what is in its channels. Keep both elsewhere.
  - Without a backup there is no record of whose money it is: LEYDEN_BACKUP_DIR, LEYDEN_JOURNAL_DIR, on other disks.
  - A channel can be closed by force: miners take a fee, it lasts weeks. A node away for two weeks can be robbed there.
  - What wallets hold is your debt, also when the node has lost it. To keep money for others may need a licence.
  - Limits (\`leyden limit service\`): 100,000 sat a payment, 500,000 a day, 20 in flight, 2,000,000 in all wallets.
Put in no more than you can afford to lose.`;

/** How the operator has said yes. */
export type RealMoneyAnswer = "setting" | "terminal";
