import type { RolloutState } from '@belfry/schemas/http/firmware/rollouts';
import type { ClientArchive } from '@belfry/schemas/http/firmware/archives';
import { Button, SimpleGrid, Text, Badge, Group, Paper, Title } from '@mantine/core';
import { IconPackageOff, IconDownload, IconTrash } from '@tabler/icons-react';
import { useId, useContext, type ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { ListFrame } from '../../ui/lists/list-frame.tsx';
import { wholeList } from '../../ui/lists/list-state.ts';
import { useLocale } from '../../lib/i18n.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { CardSkeletons } from '../../ui/states/skeletons.tsx';
import { timesIn, TimeZone } from '../../lib/times.ts';
import { useGetArchivesQuery, useGetRolloutsQuery } from './firmware-api.ts';
import { useFailureText } from './archive-actions.tsx';
import classes from './firmware.module.css';

const COLUMNS = { base: 1, sm: 2, lg: 3 };

type Props = {
  onDelete: (filename: string) => void;
  onDownload: (filename: string) => Promise<void>;
  onRollOut: (archive: ClientArchive) => void;
  downloading: string | undefined;
};

export function ArchiveGrid({ onDelete, onDownload, onRollOut, downloading }: Props) {
  const { t } = useTranslation('firmware');
  const failureText = useFailureText();
  const query = useGetArchivesQuery();
  const reasonId = useId();
  const list = new Intl.ListFormat(useLocale());
  // The server starts no second rollout, and keeps the archive of the present one; see FW-10.
  const { data: rollouts } = useGetRolloutsQuery();
  const active = rollouts?.find(({ state }) => state === 'running' || state === 'paused');
  const installing =
    rollouts?.filter(({ state, counts }) => isOver(state) && counts.downloading + counts.verifying > 0) ?? [];
  const installingId = useId();
  const keptBecause = (filename: string): string | undefined => {
    if (active?.filename === filename) return reasonId;
    return installing.some((rollout) => rollout.filename === filename) ? installingId : undefined;
  };
  return (
    <ListFrame
      list={wholeList(query, query.data)}
      waiting={<CardSkeletons count={3} height={170} cols={COLUMNS} />}
      failure={(error) => {
        const { text, detail = '' } = failureText('load_failed', error);
        return { title: text, message: detail };
      }}
      empty={
        <EmptyState compact icon={<IconPackageOff size={24} />} title={t('empty.title')}>
          {t('empty.text')}
        </EmptyState>
      }
      toolbar={
        <>
          {active && (
            <Text size="sm" c="dimmed" mb="sm" id={reasonId}>
              {t('rollouts.busy', { version: active.firmware_version })}
            </Text>
          )}
          {installing.length > 0 && (
            <Text size="sm" c="dimmed" mb="sm" id={installingId}>
              {t('rollouts.installing', {
                versions: list.format(new Set(installing.map(({ firmware_version }) => firmware_version))),
              })}
            </Text>
          )}
        </>
      }
    >
      {(archives) => (
        <SimpleGrid
          cols={COLUMNS}
          spacing="md"
          component="ul"
          p={0}
          m={0}
          style={{ listStyle: 'none' }}
          aria-label={t('list')}
        >
          {archives.map((archive, index) => (
            <ArchiveCard
              key={archive.filename}
              archive={archive}
              isLatest={index === 0}
              isDownloading={downloading === archive.filename}
              keptBecause={keptBecause(archive.filename)}
              onDelete={() => onDelete(archive.filename)}
              onDownload={() => void onDownload(archive.filename)}
            >
              <Button
                size="xs"
                variant="light"
                disabled={active !== undefined}
                aria-describedby={active && reasonId}
                onClick={() => onRollOut(archive)}
                aria-label={t('rollouts.roll_out_this', { filename: archive.filename })}
              >
                {t('rollouts.roll_out')}
              </Button>
            </ArchiveCard>
          ))}
        </SimpleGrid>
      )}
    </ListFrame>
  );
}

type ArchiveCardProps = {
  archive: ClientArchive;
  isLatest: boolean;
  isDownloading: boolean;
  /** The id of the text that says why it cannot be deleted now; undefined: it can. */
  keptBecause: string | undefined;
  onDelete: () => void;
  onDownload: () => void;
  children?: ReactNode;
};

/** One archive. Its date is in the Russian locale in every language; see FW-8. */
function ArchiveCard(props: ArchiveCardProps) {
  const { archive, isLatest, isDownloading, keptBecause, onDelete, onDownload, children } = props;
  const { t } = useTranslation('firmware');
  const { moment } = timesIn('ru', useContext(TimeZone));
  const { filename, version, size, created, firmware_version } = archive;
  return (
    <Paper component="li" withBorder p="md" className={classes.card}>
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h6">
          {t('version', { version: version.toFixed(1) })}
        </Title>
        {isLatest && (
          <Badge variant="light" color="gray" tt="none">
            {t('latest')}
          </Badge>
        )}
      </Group>
      <Text size="xs" className={classes.filename}>
        {filename}
      </Text>
      <dl className={`tabular ${classes.facts}`}>
        <dt>{t('size')}</dt>
        <dd>{formatFileSize(size)}</dd>
        <dt>{t('created_at')}</dt>
        <dd>
          <time dateTime={created}>{moment(created)}</time>
        </dd>
        {firmware_version !== undefined && (
          <>
            <dt>{t('firmware_version')}</dt>
            <dd>{firmware_version}</dd>
          </>
        )}
      </dl>
      <Group gap="xs" mt="auto">
        {children}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          loading={isDownloading}
          onClick={onDownload}
          aria-label={t('download_this', { filename })}
        >
          {t('download')}
        </Button>
        <Button
          size="xs"
          variant="light"
          color="error"
          leftSection={<IconTrash size={14} aria-hidden />}
          disabled={keptBecause !== undefined}
          aria-describedby={keptBecause}
          onClick={onDelete}
          aria-label={t('delete_this', { filename })}
        >
          {t('delete')}
        </Button>
      </Group>
    </Paper>
  );
}

const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;
const STEP = 1_024;

/** `512 Bytes`, `85.41 KB`, `1.50 MB`; see FW-8. */
export function formatFileSize(bytes: number): string {
  let [value, unit] = [bytes, 0];
  // What would be rounded up to a whole next unit is written in that unit.
  while (Number(value.toFixed(2)) >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(2)} ${UNITS[unit]}`;
}

const isOver = (state: RolloutState): boolean => state === 'stopped' || state === 'cancelled';
