import { pushHttp } from '@belfry/schemas/http/mail/push';
import { serve } from '../../../serve.ts';
import { listSubscriptions, removeSubscription, renew, sendTest, subscribe } from './push.service.ts';

/** Nobody who works as somebody else reads or changes their browsers. */
const OWN = { access: 'signed-in', ownKeyOnly: true, policy: 'own' } as const;

export const pushRoutes = [
  serve(pushHttp.key, OWN, async ({ deps }) => ({ public_key: await deps.push.publicKey() })),
  serve(pushHttp.list, OWN, ({ deps, user }) => listSubscriptions(deps, user)),
  serve(pushHttp.subscribe, { ...OWN, audit: 'push.add of push_subscription' }, ({ deps, user, body }) =>
    subscribe(deps, user, body),
  ),
  serve(
    pushHttp.renew,
    { ...OWN, audit: 'none: it goes on with another session of the same person' },
    ({ deps, user, body }) => renew(deps, user, body),
  ),
  serve(
    pushHttp.test,
    { ...OWN, audit: 'none: it sends a message to oneself' },
    ({ deps, user, params: { subscription_id } }) => sendTest(deps, user, subscription_id),
  ),
  serve(
    pushHttp.remove,
    { ...OWN, audit: 'push.remove of push_subscription' },
    ({ deps, user, params: { subscription_id } }) => removeSubscription(deps, user, subscription_id),
  ),
];
