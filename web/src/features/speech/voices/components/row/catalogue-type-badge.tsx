import { voiceKind } from '@belfry/schemas/domain/voices';
import type { Voice } from '@belfry/schemas/http/speech/voices';
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { VOICE_COLOURS } from '../../../../../ui/voice-type-badge.tsx';
import classes from './voice-cells.module.css';

/** The type in capitals; see VOICE-17. */
export function CatalogueTypeBadge({ type }: { type: Voice['voice_type'] }) {
  const { t } = useTranslation('voices');
  return (
    <Badge
      className={classes.type ?? ''}
      variant="light"
      color={VOICE_COLOURS[voiceKind(type)]}
      radius="sm"
      data-type={type}
    >
      {t(`type.${type}`)}
    </Badge>
  );
}
