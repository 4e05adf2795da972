import type { Targets } from '@belfry/schemas/domain/targets';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { emergencyTargets, speechTargets } from '../../policies/owners.ts';
import { planSpeech } from './plan-speech.ts';

/** Checks places at which something is to be said later. Throws what `planSpeech` throws. */
export async function checkPlaces(deps: Pick<Deps, 'db'>, user: Principal, targets: Targets): Promise<void> {
  await planSpeech(deps, { user, policy: speechTargets, instant: new Date() }, { text: '', targets });
}

type Prepared = { message_id: number; targets: Targets; emergency: boolean };

/** Checks what is to be said or started later, as if it were now. Throws what `planSpeech` throws, unprocessable for a message without the mark. */
export async function checkPrepared(
  deps: Pick<Deps, 'db'>,
  user: Principal,
  { message_id, targets, emergency }: Prepared,
): Promise<void> {
  const policy = emergency ? emergencyTargets : speechTargets;
  const caller = { user, policy, instant: new Date() };
  const { message } = await planSpeech(deps, caller, { message_id, targets }, { limited: !emergency });
  if (emergency && !message?.emergency)
    throw new AppError('unprocessable', 'This message is not marked for emergencies');
}
