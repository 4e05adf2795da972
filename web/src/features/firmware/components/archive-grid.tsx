import type { ClientArchive } from '@belfry/schemas/http/devices/firmware';
import { Button, SimpleGrid, Text } from '@mantine/core';
import { IconPackageOff } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ListFrame } from '../../../ui/lists/list-frame.tsx';
import { wholeList } from '../../../ui/lists/list-state.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { CardSkeletons } from '../../../ui/states/skeletons.tsx';
import { useGetArchivesQuery } from '../firmware-api.ts';
import { useGetRolloutsQuery } from '../rollouts-api.ts';
import { useFailureText } from '../use-archive-actions.ts';
import { ArchiveCard } from './archive-card.tsx';

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
  // The server starts no second rollout, and keeps the archive of the present one; see FW-10.
  const { data: rollouts } = useGetRolloutsQuery();
  const active = rollouts?.find(({ state }) => state === 'running' || state === 'paused');
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
        active && (
          <Text size="sm" c="dimmed" mb="sm" id={reasonId}>
            {t('rollouts.busy', { version: active.firmware_version })}
          </Text>
        )
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
              keptBecause={active?.filename === archive.filename ? reasonId : undefined}
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
