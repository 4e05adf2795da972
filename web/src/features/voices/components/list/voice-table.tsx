import type { Voice } from '@belfry/schemas/http/announcements/voices';
import { Paper } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../../lib/format/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { useFocusAfter } from '../../../../lib/hooks/use-focus-after.ts';
import { CopyText } from '../../../../ui/copy-text.tsx';
import type { SampleWork } from '../../samples/use-samples.ts';
import type { VoiceActions, VoiceProps } from '../../catalogue/voice-actions.ts';
import { DeleteSample } from '../row/delete-sample.tsx';
import { SampleCell } from '../row/sample-cell.tsx';
import { VoiceButtons } from '../row/voice-buttons.tsx';
import { voiceLanguage } from '../../catalogue/voice-language.ts';
import { VoiceCheckbox } from '../row/voice-checkbox.tsx';
import { VoiceName } from '../row/voice-name.tsx';
import { VoiceStatus } from '../row/voice-status.tsx';
import classes from './voice-table.module.css';
import { CatalogueTypeBadge } from '../row/catalogue-type-badge.tsx';

const COLUMNS = [
  'status',
  'name',
  'language',
  'type',
  'code',
  'gender',
  'favorit',
  'used',
  'actions',
  'sample',
  'delete',
] as const;

export type VoicesProps = {
  voices: readonly Voice[];
  actions: VoiceActions;
  work: ReadonlyMap<string, SampleWork>;
  /** The shown voices belong to the previous filters. */
  changing: boolean;
};

/** The catalogue on wide screens; see VOICE-10. */
export function VoiceTable({ voices, actions, work, changing }: VoicesProps) {
  const { t } = useTranslation('voices');
  return (
    <Paper withBorder className={classes.frame ?? ''}>
      <table className={classes.table} aria-label={t('title')} aria-busy={changing}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" data-column={column} title={hintOf(column, t)}>
                {t(`column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {voices.map((voice) => (
            <VoiceRow key={voice.voice_name} voice={voice} actions={actions} work={work.get(voice.voice_name)} />
          ))}
        </tbody>
      </table>
    </Paper>
  );
}

function VoiceRow({ voice, actions, work }: VoiceProps) {
  const { t } = useTranslation('voices');
  const locale = useLocale();
  const [renaming, setRenaming] = useState(false);
  const pencil = useFocusAfter<HTMLButtonElement>(renaming);
  return (
    <tr data-blocked={voice.block || undefined}>
      <td>
        <span className={classes.pick}>
          <VoiceCheckbox voice={voice} actions={actions} />
          <VoiceStatus blocked={voice.block} />
        </span>
      </td>
      <th scope="row">
        <VoiceName voice={voice} actions={actions} renaming={renaming} onRenamed={() => setRenaming(false)} />
      </th>
      <td>{voiceLanguage(voice, locale)}</td>
      <td>
        <CatalogueTypeBadge type={voice.voice_type} />
      </td>
      <td className={classes.code}>
        <CopyText value={voice.voice_name} />
      </td>
      <td>{t(`gender.${voice.gender}`)}</td>
      <td className={classes.count}>{formatCount(voice.favorit, locale)}</td>
      <td className={classes.count}>{formatCount(voice.used, locale)}</td>
      <td>
        <VoiceButtons voice={voice} actions={actions} onRename={() => setRenaming(true)} pencil={pencil} />
      </td>
      <td>
        <SampleCell voice={voice} work={work} actions={actions} />
      </td>
      <td className={classes.delete}>
        <DeleteSample voice={voice} work={work} actions={actions} />
      </td>
    </tr>
  );
}

/** A count with its own colour and label. */
const hintOf = (column: (typeof COLUMNS)[number], t: TFunction<'voices'>): string | undefined =>
  column === 'favorit' || column === 'used' ? t(`hint.${column}`) : undefined;
