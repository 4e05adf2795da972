import type { VoiceKind } from '@belfry/schemas/domain/voices';
import { Badge } from '@mantine/core';

const COLOURS: Record<VoiceKind, string> = { Neural2: 'purple', Wavenet: 'company', Standard: 'element' };

/** Neural2, Wavenet or Standard: names of the field, the same in every language. */
export const VoiceTypeBadge = ({ type }: { type: VoiceKind }) => (
  <Badge variant="light" color={COLOURS[type]} size="sm" tt="none">
    {type}
  </Badge>
);
