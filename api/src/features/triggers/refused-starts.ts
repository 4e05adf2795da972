import type { TriggerAction } from '@belfry/schemas/http/triggers/actions';
import type { FiringState } from '@belfry/schemas/domain/firings';
import { AppError } from '../../errors.ts';
import { rateLimited } from '../../http/rate-limit/rate-limit.ts';
import { isEmergencyAction } from './act.ts';

/** The window of the limits of starts. */
const WAIT_S = 60;

/**
 * Whoever starts a trigger must not believe that it was started. Throws rate_limited where it was started too often, and conflict where an
 * emergency was refused, or has failed.
 */
export function requireNotRefused(
  { state, reason }: { state: FiringState; reason: unknown },
  action: TriggerAction,
): void {
  if (state === 'limited') throw rateLimited(WAIT_S, 'This trigger was started too often.');
  if ((state === 'refused' || state === 'failed') && isEmergencyAction(action))
    throw new AppError('conflict', typeof reason === 'string' ? reason : 'The emergency was not started');
}
