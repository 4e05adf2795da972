import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { Policy } from './policy.ts';

/** Administrators read all audio, others what belongs to them; see ANN-5. */
export const canReadAllAudio: Policy = ({ role }) => isAdministrator(role);
