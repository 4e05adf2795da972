import { transact } from '../../../db/transact.ts';
import { lockBudget } from '../budget/ledger.repository.ts';
import { openBudget } from '../budget/budget.ts';
import { chargeOf, queueMessages } from '../queue-messages.ts';
import { digestTexts } from './digest-texts.ts';
import { deleteDigest, lockDueDigests, postponeDigest } from './digests.repository.ts';
import type { Deps } from '../../../deps.ts';

const BATCH = 50;

/** Sends the digests that are due and that the budgets permit; the others are tried again in an hour. */
export async function sendDueDigests({ db, config, jobs }: Pick<Deps, 'db' | 'config' | 'jobs'>): Promise<void> {
  for (let count = BATCH; count === BATCH;) {
    count = await transact(db, async (trx) => {
      // Before the digests, as whoever adds to one.
      await lockBudget(trx);
      const due = await lockDueDigests(trx, BATCH);
      for (const digest of due) {
        const { user_id, channel, recipient } = digest;
        const message = { kind: 'notice', channel, user_id, recipient, html: null, ...digestTexts(digest) } as const;
        const budget = await openBudget(trx, config, user_id, [recipient]);
        if (budget.take(chargeOf(message, 'notice')) === null) {
          await queueMessages(trx, jobs, [message], 'notice');
          await deleteDigest(trx, digest);
        } else await postponeDigest(trx, digest);
      }
      return due.length;
    });
  }
}
