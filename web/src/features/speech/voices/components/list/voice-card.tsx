import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../../../lib/format/format.ts';
import { useLocale } from '../../../../../lib/i18n.ts';
import { CopyText } from '../../../../../ui/copy-text.tsx';
import { Facts } from '../../../../../ui/facts.tsx';
import type { VoiceProps } from '../../catalogue/voice-actions.ts';
import { voiceLanguage } from '../../catalogue/voice-language.ts';
import { CatalogueTypeBadge } from '../row/catalogue-type-badge.tsx';
import { DeleteSample } from '../row/delete-sample.tsx';
import { SampleCell } from '../row/sample-cell.tsx';
import { VoiceButtons } from '../row/voice-buttons.tsx';
import { VoiceName } from '../row/voice-name.tsx';
import { VoiceStatus } from '../row/voice-status.tsx';
import classes from './voice-card.module.css';

/** A voice of the catalogue on a narrow page. */
export function VoiceCard({ voice, actions, work, checkbox }: VoiceProps & { checkbox: ReactNode }) {
  const { t } = useTranslation('voices');
  const locale = useLocale();
  return (
    <Paper component="article" withBorder p="md" aria-label={voice.display_name}>
      <div className={classes.head}>
        {checkbox}
        <div className={classes.name}>
          <VoiceName voice={voice} actions={actions} />
        </div>
        <CatalogueTypeBadge type={voice.voice_type} />
      </div>
      <Facts
        facts={[
          [t('column.status'), <VoiceStatus key="status" blocked={voice.block} />],
          [t('column.language'), voiceLanguage(voice, locale)],
          [t('column.code'), <CopyText key="code" value={voice.voice_name} />],
          [t('column.gender'), t(`gender.${voice.gender}`)],
          [t('column.favorit'), formatCount(voice.favorit, locale)],
          [t('column.used'), formatCount(voice.used, locale)],
        ]}
      />
      <div className={classes.foot}>
        <VoiceButtons voice={voice} actions={actions} wide />
        <span className={classes.spacer} />
        <SampleCell voice={voice} work={work} actions={actions} />
        <DeleteSample voice={voice} work={work} actions={actions} />
      </div>
    </Paper>
  );
}
