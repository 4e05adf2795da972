import type { NewPushSubscription, PushSubscriptionRow } from '@belfry/schemas/http/mail/push';
import { textLanguageOf, type TextLanguage } from '@belfry/schemas/domain/text-languages';
import { noteAct } from '../../../audit/audit-trail.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../errors.ts';
import { countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import type { Wire } from '../../../http/routes/route.ts';
import { seal } from '../../../lib/seal.ts';
import { describeUserAgent } from '../../../lib/user-agent.ts';
import { findLanguage, lockUser } from '../../../people/users.repository.ts';
import { PUSH_SECRET_PURPOSE } from './push.ts';
import {
  deleteByEndpoint,
  deleteSubscription,
  deleteSurplus,
  findSubscriptions,
  findTarget,
  putSubscription,
  renewSubscription,
  type SubscriptionRow,
} from './push.repository.ts';
import type { PushText } from './push-message.ts';

type PushDeps = Pick<Deps, 'config' | 'db' | 'push'>;

const CHANGES = { hits: 60, windowSeconds: 60 };
const TESTS = { hits: 10, windowSeconds: 60 };
const TEST_TTL_S = 300;

const countChange = (deps: PushDeps, { id }: Principal): Promise<void> =>
  countAttempt(deps, [{ key: `push:${id}`, ...CHANGES }], 'Too many changes of browsers.');

const unknown = () => notFound('There is no such browser');

export async function listSubscriptions(
  { db }: Pick<Deps, 'db'>,
  user: Principal,
): Promise<Wire<PushSubscriptionRow>[]> {
  return (await findSubscriptions(db, user.id)).map((row) => viewOf(row, user));
}

const viewOf = (
  { subscription_id, key_id, user_agent, created_at, last_success_at }: SubscriptionRow,
  user: Principal,
): Wire<PushSubscriptionRow> => ({
  subscription_id,
  ...describeUserAgent(user_agent),
  created_at,
  last_success_at,
  current: key_id === user.key_id,
});

/**
 * Takes messages for the caller in a browser, which may have been somebody else's. Throws unprocessable for an address to which nothing may be
 * sent and for a key that is none, rate_limited.
 */
export async function subscribe(
  deps: PushDeps,
  user: Principal,
  { endpoint, p256dh, auth }: NewPushSubscription,
): Promise<Wire<PushSubscriptionRow>> {
  await countChange(deps, user);
  await deps.push.check({ endpoint, p256dh });
  const sealed = seal(deps.config.SERVICE_SECRET, PUSH_SECRET_PURPOSE, auth);
  const row = await transact(deps.db, async (trx) => {
    // The lock makes the limit exact.
    await lockUser(trx, user.id);
    const subscription = await putSubscription(trx, {
      user_id: user.id,
      key_id: user.key_id,
      endpoint,
      p256dh,
      auth: sealed,
    });
    if (!subscription) throw unknown();
    await deleteSurplus(trx, user.id, subscription.subscription_id);
    return subscription;
  });
  const answer = viewOf(row, user);
  noteAct({ object_id: row.subscription_id, after: { browser: answer.browser, system: answer.system } });
  return answer;
}

/** The browser goes on with the session of the call. Throws not_found where it is not the caller's; somebody else's ends. */
export async function renew(
  deps: PushDeps,
  user: Principal,
  { endpoint }: { endpoint: string },
): Promise<Wire<PushSubscriptionRow>> {
  await countChange(deps, user);
  const row = await renewSubscription(deps.db, { user_id: user.id, key_id: user.key_id, endpoint });
  if (row) return viewOf(row, user);
  await deleteByEndpoint(deps.db, endpoint);
  throw unknown();
}

/** Throws not_found, rate_limited. */
export async function sendTest(
  deps: PushDeps,
  user: Principal,
  subscriptionId: number,
): Promise<{ delivered: boolean; error: string | null }> {
  await countAttempt(deps, [{ key: `push-tests:${user.id}`, ...TESTS }], 'Too many test messages.');
  const target = await findTarget(deps.db, subscriptionId, user.id);
  if (!target) throw unknown();
  const text = testText(textLanguageOf((await findLanguage(deps.db, user.id)) ?? 'en'));
  const result = await deps.push.attempt(target, { text, urgency: 'high', ttlS: TEST_TTL_S });
  return result.outcome === 'delivered' ? { delivered: true, error: null } : { delivered: false, error: result.error };
}

/** Throws not_found, rate_limited. */
export async function removeSubscription(deps: PushDeps, user: Principal, subscriptionId: number): Promise<void> {
  await countChange(deps, user);
  if (!(await deleteSubscription(deps.db, subscriptionId, user.id))) throw unknown();
}

const TEXTS: Record<TextLanguage, Pick<PushText, 'title' | 'body'>> = {
  en: { title: 'Belfry: test message', body: 'This browser gets messages about alarms.' },
  ru: { title: 'Belfry: проверка', body: 'Этот браузер получает сообщения о неисправностях.' },
  de: { title: 'Belfry: Testnachricht', body: 'Dieser Browser erhält Nachrichten über Störungen.' },
};

const testText = (lang: TextLanguage): PushText => ({
  kind: 'test',
  ...TEXTS[lang],
  url: '/settings',
  tag: 'belfry-test',
});
