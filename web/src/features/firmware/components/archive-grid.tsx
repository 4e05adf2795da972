import type { RolloutState } from '@belfry/schemas/http/firmware/rollouts';
import type { ClientArchive } from '@belfry/schemas/http/firmware/archives';
import { Button, SimpleGrid, Text } from '@mantine/core';
import { IconPackageOff } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ListFrame } from '../../../ui/lists/list-frame.tsx';
import { wholeList } from '../../../ui/lists/list-state.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { CardSkeletons } from '../../../ui/states/skeletons.tsx';
import { useGetArchivesQuery } from '../firmware-api.ts';
import { useGetRolloutsQuery } from '../rollouts-api.ts';
import { useFailureText } from '../use-archive-actions.ts';
import { ArchiveCard } from './archive-card.tsx';

const isOver = (state: RolloutState): boolean => state === 'stopped' || state === 'cancelled';
const COLUMNS = { base: 1, sm: 2, lg: 3 };

type Props = {
  onDelete: (filename: string) => void;
  onDownload: (filename: string) => Promise<void>;
  onRollOut: (archive: ClientArchive) => void;
  /** The archive that is being downloaded. */
  downloading: string | undefined;
};

/** The archives, the highest version first. */
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
