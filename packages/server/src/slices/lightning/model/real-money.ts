/** Of the text below: an answer is written down with it. Another text has another number. */
export const REAL_MONEY_VERSION = 1;

/** What an operator reads before the first connection to a node on mainnet. */
export const REAL_MONEY_TEXT = `This Lightning node is on mainnet: its bitcoin is real money, and all of it can be lost.
  - This software is young. A mistake in it can lose what the node holds.
  - No payment can be taken back. A person who gets into this machine, or gets the credential of the node or the key
    of a project, can send the money away.
  - A node that runs on an old copy of its own files loses whole channels. Keep its seed and its channel backup, and
    never restore its files or a snapshot of the machine.
  - Without backups nobody knows any more whose money it is. Put LEYDEN_BACKUP_DIR and LEYDEN_JOURNAL_DIR on other disks.
  - The other side can close a channel: miners take a fee, and the money comes back after days or weeks. A node that is
    away for two weeks can be robbed of what is in its channels.
  - What wallets hold is your debt, also when the node has lost it. To keep money for others may need a licence.
  - By default one payment sends 100,000 sat at most, all payments of 24 hours 500,000 sat, and no invoice is made when
    all wallets hold 2,000,000 sat: \`leyden limit service\` shows and changes it.
Put in no more than you can afford to lose.`;

/** How the operator has said yes. */
export type RealMoneyAnswer = "setting" | "terminal";
