import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { Policy } from './policy.ts';

export type VoicePolicy = Policy<{ block: boolean }>;

/** Blocked voices are visible to administrators only. */
export const canReadVoice: VoicePolicy = ({ role }, voice) => !voice.block || isAdministrator(role);

/** Administrators block and rename voices, and make and delete their samples. */
export const canEditVoice: VoicePolicy = ({ role }) => isAdministrator(role);
