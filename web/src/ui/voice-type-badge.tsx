import type { VoiceKind } from '@belfry/schemas/domain/voices';
import { Badge } from '@mantine/core';

/** Neural, Neural2, Wavenet or Standard, which are the same in every language. */
export const VoiceTypeBadge = ({ type }: { type: VoiceKind }) => (
  <Badge variant="light" color={VOICE_COLOURS[type]} size="sm" tt="none">
    {type}
  </Badge>
);

/** The colour of each kind of voice; see VOICE-17. */
export const VOICE_COLOURS: Record<VoiceKind, string> = {
  Neural: 'purple',
  Neural2: 'purple',
  Wavenet: 'company',
  Standard: 'element',
};
