import type { Voice } from '@belfry/schemas/http/voices';
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './voice-cells.module.css';

/** Each type has a colour of its own (specification 001 §2.3). */
const COLOURS: Record<Voice['voice_type'], string> = { neural2: 'purple', wavenet: 'company', standard: 'element' };

export function VoiceTypeBadge({ type }: { type: Voice['voice_type'] }) {
  const { t } = useTranslation('voices');
  return (
    <Badge className={classes.type ?? ''} variant="light" color={COLOURS[type]} radius="sm" data-type={type}>
      {t(`type.${type}`)}
    </Badge>
  );
}
