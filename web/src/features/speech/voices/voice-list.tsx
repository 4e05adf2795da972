import type { Voice } from '@belfry/schemas/http/speech/voices';
import { Alert, Button, Group, Loader, Paper } from '@mantine/core';
import { IconAlertTriangle, IconMicrophoneOff } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import type { ReactNode } from 'react';
import { regionOfCode } from '@belfry/schemas/domain/voices';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { formatCount, formatLanguage, formatLanguageOfCountry } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useMobile } from '../../../lib/use-breakpoint.ts';
import type { Selection } from '../../../ui/lists/selection.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import type { Column } from '../../../ui/lists/table-parts.tsx';
import type { ListState } from '../../../ui/lists/list-state.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { CardSkeletons, LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { Facts } from '../../../ui/card.tsx';
import { isApiError } from '../../../lib/api/api-error.ts';
import {
  type VoiceActions,
  type VoiceProps,
  CatalogueTypeBadge,
  VoiceButtons,
  VoiceName,
  VoiceStatus,
} from './voice-cells.tsx';
import type { SampleWork } from './use-samples.ts';
import { DeleteSample, SampleCell } from './sample-cells.tsx';
import classes from './voices.module.css';

type Props = {
  list: ListState<Voice>;
  actions: VoiceActions;
  selection: Selection<string>;
  work: ReadonlyMap<string, SampleWork>;
  filtered: boolean;
  onShowAll: () => void;
};

/** The catalogue; see VOICE-10. */
export function VoiceList({ list, actions, selection, work, filtered, onShowAll }: Props) {
  const { t } = useTranslation('voices');
  const columns = useColumns(actions, work);
  const { selected, pick } = selection;
  return (
    <DataTable
      list={list}
      label={t('title')}
      keyOf={({ voice_name }) => voice_name}
      columns={columns}
      isDimmed={({ block }) => block}
      selection={{
        labelOf: ({ display_name }) => t('bulk.select', { name: display_name }),
        isSelected: ({ voice_name }) => selected.has(voice_name),
        onSelect: ({ voice_name }, on, range) =>
          pick(voice_name, on, range ? list.rows?.map((voice) => voice.voice_name) : undefined),
      }}
      renderCard={(voice, checkbox) => (
        <VoiceCard voice={voice} actions={actions} work={work.get(voice.voice_name)} checkbox={checkbox} />
      )}
      waiting={<Waiting />}
      renderFailure={(error) => <Failure list={list} error={error} />}
      filtered={filtered}
      empty={
        <EmptyState icon={<IconMicrophoneOff size={24} />} title={t('empty.title')}>
          {t('empty.text')}
        </EmptyState>
      }
      noneFound={
        <EmptyState
          icon={<IconMicrophoneOff size={24} />}
          title={t('empty.not_found')}
          action={
            <Button variant="light" mt="xs" onClick={onShowAll}>
              {t('empty.reset')}
            </Button>
          }
        >
          {t('empty.hint')}
        </EmptyState>
      }
      showing={(range) => t('showing', range)}
    />
  );
}

function useColumns(actions: VoiceActions, work: ReadonlyMap<string, SampleWork>): Column<Voice>[] {
  const { t } = useTranslation('voices');
  const locale = useLocale();
  const workOn = ({ voice_name }: Voice) => work.get(voice_name);
  return [
    { key: 'status', head: t('column.status'), cell: ({ block }) => <VoiceStatus blocked={block} /> },
    {
      key: 'name',
      head: t('column.name'),
      names: true,
      cell: (voice) => <VoiceName voice={voice} actions={actions} />,
    },
    { key: 'language', head: t('column.language'), cell: (voice) => voiceLanguage(voice, locale) },
    { key: 'type', head: t('column.type'), cell: ({ voice_type }) => <CatalogueTypeBadge type={voice_type} /> },
    {
      key: 'code',
      head: t('column.code'),
      from: 'desktop',
      cell: ({ voice_name }) => (
        <span className={classes.code}>
          <CopyText value={voice_name} />
        </span>
      ),
    },
    { key: 'gender', head: t('column.gender'), from: 'desktop', cell: ({ gender }) => t(`gender.${gender}`) },
    {
      key: 'favorit',
      head: t('column.favorit'),
      hint: t('hint.favorit'),
      from: 'desktop',
      align: 'end',
      cell: ({ favorit }) => formatCount(favorit, locale),
    },
    {
      key: 'used',
      head: t('column.used'),
      hint: t('hint.used'),
      from: 'desktop',
      align: 'end',
      cell: ({ used }) => formatCount(used, locale),
    },
    { key: 'actions', head: t('column.actions'), cell: (voice) => <VoiceButtons voice={voice} actions={actions} /> },
    {
      key: 'sample',
      head: t('column.sample'),
      cell: (voice) => <SampleCell voice={voice} work={workOn(voice)} actions={actions} />,
    },
    {
      key: 'delete',
      head: t('column.delete'),
      width: DELETE_PX,
      cell: (voice) => (
        <span className={classes.delete}>
          <DeleteSample voice={voice} work={workOn(voice)} actions={actions} />
        </span>
      ),
    },
  ];
}

/** As wide as its inline confirmation, so that nothing moves. */
const DELETE_PX = 144;

function Waiting() {
  const { t } = useTranslation('voices');
  return (
    <>
      <output className={classes.loading}>
        <Loader size="xs" aria-hidden />
        {t('loading')}
      </output>
      {useMobile() ? <CardSkeletons count={4} height={256} /> : <LineSkeletons count={8} height={42} />}
    </>
  );
}

/** The server's text, else the status; see VOICE-18. */
function Failure({ list, error }: { list: ListState<Voice>; error: unknown }) {
  const { t } = useTranslation(['voices', 'common']);
  const errorText = useErrorMessage();
  const status = isApiError(error) && error.status > 0 ? String(error.status) : t('no_answer');
  return (
    <Alert color="error" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />} py="sm">
      <Group justify="space-between" gap="xs">
        {t('load_failed', { reason: errorText(error) || status })}
        <Button size="compact-sm" variant="light" color="error" onClick={list.retry} loading={list.retrying}>
          {t('common:retry')}
        </Button>
      </Group>
    </Alert>
  );
}

function VoiceCard({ voice, actions, work, checkbox }: VoiceProps & { checkbox: ReactNode }) {
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

/** Language and country of a voice in the language of the console: `Russian (Russia)`. */
export function voiceLanguage({ language_codes: [code], language }: Voice, locale: string): string {
  return code === undefined || regionOfCode(code) === undefined
    ? formatLanguage(language, locale)
    : formatLanguageOfCountry(code, locale);
}
