import { WEBHOOK_HEADERS } from '@belfry/schemas/domain/webhook-events';
import type { FiringState } from '@belfry/schemas/domain/firings';
import type { IncomingHttpHeaders } from 'node:http';
import type { Deps } from '../../deps.ts';
import { AppError, notFound } from '../../errors.ts';
import { countAttempt, perAddress } from '../../http/rate-limit/rate-limit.ts';
import { unseal } from '../../lib/seal.ts';
import { findSignatureFault, type SignatureFault } from '../../lib/standard-webhooks.ts';
import { findFiring, insertFiring, requeueLimited } from './firings.repository.ts';
import { requireNotRefused } from './refused-starts.ts';
import { runFiring } from './run-firing.ts';
import { findHook, type TriggerRow } from './triggers.repository.ts';
import { HOOK_SECRET_PURPOSE } from './triggers.service.ts';

const PER_ADDRESS = { hits: 120, windowSeconds: 60 };
/** Genuine calls of one hook; more than the trigger starts, so that what is limited is in its history. */
const PER_HOOK = { hits: 60, windowSeconds: 60 };
const ID_MAX = 200;
/** A longer body is not kept. */
const BODY_KEPT_MAX = 2_000;

const FAULTS: Record<SignatureFault, string> = {
  missing: `The headers ${Object.values(WEBHOOK_HEADERS).join(', ')} are required`,
  too_old: 'The call is older than five minutes, or the clock of the sender is wrong',
  too_new: 'The clock of the sender is more than five minutes ahead',
  wrong: 'The signature is wrong',
};

type HookCall = { hookId: string; headers: IncomingHttpHeaders; body: string; ip: string };

/**
 * Starts the trigger of a hook, once for each id of a message. Throws not_found for an unknown hook, unauthenticated for a call that is not
 * genuine or not of now, rate_limited, also where the trigger is started too often: the same message may then be sent again; conflict for an emergency
 * that was not started for another reason.
 */
export async function receiveHook(
  deps: Deps,
  { hookId, headers, body, ip }: HookCall,
): Promise<{ firing_id: number; state: FiringState; repeated: boolean }> {
  const tooMany = 'Too many calls of hooks.';
  await countAttempt(deps, [perAddress('hooks', ip, PER_ADDRESS)], tooMany);
  const trigger = await findHook(deps.db, hookId);
  if (!trigger) throw notFound('There is no such hook');
  const id = requireGenuine(deps, trigger, { headers, body });
  await countAttempt(deps, [{ key: `hook:${trigger.id}`, ...PER_HOOK }], tooMany);
  const { firing_id, repeated } = await insertFiring(deps.db, {
    trigger_id: trigger.id,
    cause: `hook:${id}`,
    source: 'hook',
    drill: false,
    ends_run_ids: null,
    details: { message_id: id, ...(body.length <= BODY_KEPT_MAX && { body }) },
    at: new Date(),
  });
  if (!repeated || (await requeueLimited(deps.db, firing_id))) await runFiring(deps, firing_id);
  const firing = await findFiring(deps.db, firing_id);
  if (!firing) throw notFound('There is no such hook');
  requireNotRefused(firing, trigger.action);
  return { firing_id, state: firing.state, repeated };
}

/** @returns the id of the message. Throws unauthenticated. */
function requireGenuine(
  { config }: Pick<Deps, 'config'>,
  { secret, previous_secret }: TriggerRow,
  { headers, body }: Pick<HookCall, 'headers' | 'body'>,
): string {
  const textOf = (name: string): string => {
    const value = headers[name];
    return typeof value === 'string' && value.length <= ID_MAX * 5 ? value : '';
  };
  const message = {
    id: textOf(WEBHOOK_HEADERS.id).slice(0, ID_MAX),
    timestamp: textOf(WEBHOOK_HEADERS.timestamp),
    signature: textOf(WEBHOOK_HEADERS.signature),
    body,
  };
  const secrets = [secret, previous_secret].flatMap(
    (sealed) => (sealed && unseal(config.SERVICE_SECRET, HOOK_SECRET_PURPOSE, sealed)) ?? [],
  );
  const fault = findSignatureFault(message, secrets);
  if (fault) throw new AppError('unauthenticated', FAULTS[fault]);
  return message.id;
}
