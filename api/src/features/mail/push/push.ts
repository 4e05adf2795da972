import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { Counter } from 'prom-client';
import { z } from 'zod';
import { textLanguageOf, type TextLanguage } from '@belfry/schemas/domain/text-languages';
import type { Config } from '../../../config/config.ts';
import { pushContactOf } from '../../../config/push-contact.ts';
import type { Logger } from '../../../log.ts';
import type { Database } from '../../../db/database.ts';
import { defineQueue, type Jobs } from '../../../jobs/index.ts';
import { unseal } from '../../../lib/seal.ts';
import { findPushKeys, type PushKeys } from './push-keys.ts';
import { pushTextSchema, URGENCIES, type PushText, type Urgency } from './push-message.ts';
import { createPushSender, type PushAttempt, type PushMessage } from './push-sender.ts';
import {
  deleteSubscription,
  findBrowsersOf,
  findTarget,
  noteDelivered,
  noteGivenUp,
  type Target,
} from './push.repository.ts';

export const PUSH_SECRET_PURPOSE = 'push subscription';

/** Attempts of one message, and the time before the second one, which is doubled for each further one. */
const ATTEMPTS_MAX = 4;
const RETRY_S = 15;

/** One message to one browser. A failed attempt stores another job, so that the queue itself repeats only what was lost with its process. */
export const PUSH_JOBS = defineQueue('push', {
  schema: z.strictObject({
    subscription_id: z.int(),
    text: pushTextSchema,
    urgency: z.enum(URGENCIES),
    attempt: z.int(),
    ends_at: z.number(),
    user_id: z.int().default(0),
    receipt_id: z.int().default(0),
  }),
  concurrency: 8,
  batch: 1,
  // A browser names the server that takes its messages, which may be slow.
  groupOf: ({ user_id }) => user_id,
  perGroup: 2,
  isUrgent: ({ urgency }) => urgency === 'high',
  urgentPlaces: 2,
  retries: 2,
  retryDelayS: 5,
  timeoutS: 30,
});
type PushJob = z.infer<typeof PUSH_JOBS.schema>;

const messages = new Counter({
  name: 'belfry_push_messages_total',
  help: 'Attempts of messages to browsers, by what became of them; dropped: given up',
  labelNames: ['outcome'],
});

export type PushReader = { lang: TextLanguage; time_zone: string };
type Told = {
  urgency: Urgency;
  ttlS: number;
  write: (reader: PushReader) => PushText;
  /** What `deliver` answers with, by person. */
  receiptOf?: ReadonlyMap<number, number>;
};
/** What became of a message at last. */
type Delivered = { receipt_id: number; delivered: boolean };

export type Push = {
  publicKey(): Promise<string>;
  /** Throws unprocessable for a browser to which nothing may be sent. */
  check(browser: { endpoint: string; p256dh: string }): Promise<void>;
  /** Stores a message for all browsers of these people in the transaction; it is sent after the commit. */
  tell(trx: Kysely<Database>, userIds: readonly number[], told: Told): Promise<void>;
  /** A browser that does not want any more is removed. */
  attempt(target: Target, message: PushMessage): Promise<PushAttempt>;
  /** @returns null while it is tried again, and of a message without a receipt */
  deliver(job: PushJob): Promise<Delivered | null>;
};

declare module '../../../deps.ts' {
  interface Deps {
    push: Push;
  }
}

type PushDeps = {
  db: Kysely<Database>;
  jobs: Jobs;
  config: Pick<Config, 'SERVICE_SECRET' | 'WEBHOOK_ALLOW' | 'PUBLIC_URL' | 'PUSH_CONTACT' | 'MAIL_FROM'>;
  log: Pick<Logger, 'warn'>;
};

/** See ALARM-20. */
export function createPush({ db, jobs, config, log }: PushDeps): Push {
  // Without PUBLIC_URL it is tried on one machine.
  if (config.PUBLIC_URL !== undefined && pushContactOf(config) === null)
    log.warn(
      'iPhones and Safari take no messages: set PUSH_CONTACT, since neither PUBLIC_URL nor MAIL_FROM has a public name',
    );
  const sender = createPushSender(config);
  let cachedKeys: PushKeys | null = null;
  const keys = async (): Promise<PushKeys> => (cachedKeys ??= await findPushKeys(db, config));

  async function attempt({ auth: sealed, ...target }: Target, message: PushMessage): Promise<PushAttempt> {
    const auth = unseal(config.SERVICE_SECRET, PUSH_SECRET_PURPOSE, sealed);
    if (auth === null) return { outcome: 'gone', error: 'SERVICE_SECRET is another one than before' };
    const result = await sender.send({ ...target, auth }, message, await keys());
    messages.inc({ outcome: result.outcome });
    if (result.outcome === 'delivered') await noteDelivered(db, target.subscription_id);
    if (result.outcome === 'gone') await deleteSubscription(db, target.subscription_id);
    return result;
  }

  return {
    publicKey: async () => (await keys()).publicKey,
    check: (browser) => sender.check(browser),
    attempt,
    async tell(trx, userIds, { urgency, ttlS, write, receiptOf }) {
      if (userIds.length === 0) return;
      const ends_at = Date.now() + ttlS * 1_000;
      const browsers = await findBrowsersOf(trx, userIds);
      const queued = browsers.map(({ subscription_id, user_id, lang, time_zone }) => {
        const text = write({ lang: textLanguageOf(lang), time_zone });
        const receipt_id = receiptOf?.get(user_id) ?? 0;
        const data = { subscription_id, user_id, text, urgency, ends_at, attempt: 1, receipt_id };
        return { id: randomUUID(), data };
      });
      await jobs.sendAll(trx, PUSH_JOBS, queued);
    },
    async deliver(job) {
      const target = await findTarget(db, job.subscription_id);
      const ttlS = Math.floor((job.ends_at - Date.now()) / 1_000);
      const settled = (delivered: boolean) => (job.receipt_id === 0 ? null : { receipt_id: job.receipt_id, delivered });
      if (!target || ttlS <= 0) return settled(false);
      const result = await attempt(target, { text: job.text, urgency: job.urgency, ttlS });
      if (result.outcome === 'delivered' || result.outcome === 'gone') return settled(result.outcome === 'delivered');
      if (result.outcome === 'rejected' || job.attempt >= ATTEMPTS_MAX) {
        messages.inc({ outcome: 'dropped' });
        await noteGivenUp(db, job.subscription_id);
        return settled(false);
      }
      const waitS = Math.max(RETRY_S * 2 ** (job.attempt - 1), result.retryAfterS ?? 0);
      const startAfter = new Date(Date.now() + waitS * 1_000);
      await jobs.send(db, PUSH_JOBS, { ...job, attempt: job.attempt + 1 }, { startAfter });
      return null;
    },
  };
}
