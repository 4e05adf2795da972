import { WEBHOOKS_MAX } from '@belfry/schemas/domain/webhook-events';
import { isDatabaseAway } from '../../db/errors.ts';
import type { Deps } from '../../deps.ts';
import { createDueWork } from '../../jobs/index.ts';
import { deliverWebhook, type DeliverDeps } from './deliver.ts';
import { passWebhookEvents } from './pass-events.ts';
import { type DueWebhook, findDueWebhooks } from './sending.repository.ts';

/** How long something that has happened waits until webhooks tell it. */
const LOOK_MS = 2_000;
/**
 * Webhooks that one instance sends at the same time: half of the places are for organisations of which none is being sent, and an organisation has two,
 * for different receivers.
 */
const SENDING = {
  pool: 'webhooks',
  atOnce: 24,
  perKey: 2,
  perPart: 1,
  free: 12,
  waitingPerKey: 2 * WEBHOOKS_MAX,
  promisedMs: 30_000,
};

export function startWebhooks(deps: DeliverDeps & Pick<Deps, 'ingest'>): { stop(): Promise<void> } {
  const sending = createDueWork<DueWebhook>({
    name: 'a pass of a webhook',
    log: deps.log,
    places: SENDING,
    find: (waiting) => findDueWebhooks(deps.db, waiting),
    turnOf: ({ owner_id, branch, url }) => ({
      ownerId: owner_id,
      branch: branch ?? undefined,
      part: URL.parse(url)?.host ?? '',
    }),
    work: ({ id }, signal) => deliverWebhook(deps, id, signal),
  });
  let looking = false;

  async function look(): Promise<void> {
    if (looking || !deps.ingest().leads) return;
    looking = true;
    try {
      if (await passWebhookEvents(deps)) await sending.look();
    } catch (error) {
      if (!isDatabaseAway(error)) deps.log.error({ err: error }, 'events could not be passed to webhooks');
    }
    looking = false;
  }

  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await sending.stop();
    },
  };
}
