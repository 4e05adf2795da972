import type { VoiceKind } from '@belfry/schemas/domain/voices';
import { Badge } from '@mantine/core';
import { VOICE_COLOURS } from './voice-colours.ts';

/** Neural2, Wavenet or Standard, which are the same in every language. */
export const VoiceTypeBadge = ({ type }: { type: VoiceKind }) => (
  <Badge variant="light" color={VOICE_COLOURS[type]} size="sm" tt="none">
    {type}
  </Badge>
);
