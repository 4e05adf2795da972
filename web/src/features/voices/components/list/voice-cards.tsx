import { Paper } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../../lib/format/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { useFocusAfter } from '../../../../lib/hooks/use-focus-after.ts';
import { CopyText } from '../../../../ui/copy-text.tsx';
import { Facts } from '../../../../ui/facts.tsx';
import type { VoiceProps } from '../../catalogue/voice-actions.ts';
import { DeleteSample } from '../row/delete-sample.tsx';
import { SampleCell } from '../row/sample-cell.tsx';
import { VoiceButtons } from '../row/voice-buttons.tsx';
import classes from './voice-cards.module.css';
import { voiceLanguage } from '../../catalogue/voice-language.ts';
import { VoiceCheckbox } from '../row/voice-checkbox.tsx';
import { VoiceName } from '../row/voice-name.tsx';
import { VoiceStatus } from '../row/voice-status.tsx';
import type { VoicesProps } from './voice-table.tsx';
import { CatalogueTypeBadge } from '../row/catalogue-type-badge.tsx';

/** The catalogue as cards, on screens of 768 px and below. */
export function VoiceCards({ voices, actions, work, changing }: VoicesProps) {
  const { t } = useTranslation('voices');
  return (
    <ul className={classes.cards} aria-label={t('title')} aria-busy={changing}>
      {voices.map((voice) => (
        <li key={voice.voice_name}>
          <VoiceCard voice={voice} actions={actions} work={work.get(voice.voice_name)} />
        </li>
      ))}
    </ul>
  );
}

function VoiceCard({ voice, actions, work }: VoiceProps) {
  const { t } = useTranslation('voices');
  const locale = useLocale();
  const [renaming, setRenaming] = useState(false);
  const pencil = useFocusAfter<HTMLButtonElement>(renaming);
  return (
    <Paper component="article" withBorder p="md" aria-label={voice.display_name}>
      <div className={classes.head}>
        <VoiceCheckbox voice={voice} actions={actions} />
        <div className={classes.name}>
          <VoiceName voice={voice} actions={actions} renaming={renaming} onRenamed={() => setRenaming(false)} />
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
        <VoiceButtons voice={voice} actions={actions} onRename={() => setRenaming(true)} pencil={pencil} wide />
        <span className={classes.spacer} />
        <SampleCell voice={voice} work={work} actions={actions} />
        <DeleteSample voice={voice} work={work} actions={actions} />
      </div>
    </Paper>
  );
}
