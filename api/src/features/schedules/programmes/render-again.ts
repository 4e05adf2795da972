import type { Deps } from '../../../deps.ts';
import { markStale } from './stale.repository.ts';

/**
 * Has texts spoken by their own voices that others have spoken while those could not, and the programmes compiled that contain them, so that
 * devices get the new audio.
 */
export async function renderAgain({ db, config, rendering }: Pick<Deps, 'db' | 'config' | 'rendering'>): Promise<void> {
  for (const userId of await rendering.renderAgain(config.NEURAL_RETRY_S)) await markStale(db, userId);
}
