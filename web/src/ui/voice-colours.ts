import type { VoiceKind } from '@belfry/schemas/domain/voices';

/** Each kind of voice has its own colour, of those that the theme keeps readable; see VOICE-17. */
export const VOICE_COLOURS: Record<VoiceKind, string> = { Neural2: 'purple', Wavenet: 'company', Standard: 'element' };
