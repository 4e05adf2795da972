import type { VoiceKind } from '@belfry/schemas/domain/voices';

/** Each kind of voice has a colour of its own (specification 001 §2.3), of those that the theme keeps readable. */
export const VOICE_COLOURS: Record<VoiceKind, string> = { Neural2: 'purple', Wavenet: 'company', Standard: 'element' };
