import type { VoiceKind } from '@belfry/schemas/domain/voices';

/** The colour of each kind of voice; see VOICE-17. */
export const VOICE_COLOURS: Record<VoiceKind, string> = { Neural2: 'purple', Wavenet: 'company', Standard: 'element' };
