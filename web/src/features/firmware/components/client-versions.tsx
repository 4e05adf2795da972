import { Button, Group, Text } from '@mantine/core';
import { IconPackageExport, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import type { ClientArchive } from '@belfry/schemas/http/firmware/archives';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card.tsx';
import { useArchiveActions } from '../use-archive-actions.ts';
import { ArchiveGrid } from './archive-grid.tsx';
import { ArchiveNotice } from './archive-notice.tsx';
import { RolloutDialog } from './rollouts/rollout-dialog.tsx';
import type { GroupChoice } from './rollouts/rollout-fields.tsx';
import { RolloutList } from './rollouts/rollout-list.tsx';
import { DeleteArchiveDialog } from './delete-archive-dialog.tsx';
import { UpdateInstructions } from './update-instructions.tsx';
import { UploadDialog } from './upload-dialog.tsx';

/** Client Version Management: the archives of the client software and their rollouts; see FW-7. */
export function ClientVersions({ groupChoice }: { groupChoice: GroupChoice }) {
  const { t } = useTranslation('firmware');
  const actions = useArchiveActions();
  const [uploading, setUploading] = useState(false);
  const [rollingOut, rollOut] = useState<ClientArchive | null>(null);
  return (
    <Card title={t('title')} order={2}>
      <Group justify="space-between" gap="sm" mb="md">
        <Text size="sm" c="dimmed" maw={560}>
          {t('lead')}
        </Text>
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden />}
            onClick={() => setUploading(true)}
          >
            {t('upload.open')}
          </Button>
          <Button
            leftSection={<IconPackageExport size={16} aria-hidden />}
            loading={actions.isCreating}
            onClick={() => void actions.create()}
          >
            {t('create')}
          </Button>
        </Group>
      </Group>
      {actions.message && <ArchiveNotice message={actions.message} onClose={actions.clear} />}
      <ArchiveGrid
        onDelete={actions.select}
        onDownload={actions.download}
        onRollOut={rollOut}
        downloading={actions.downloading}
      />
      <RolloutList />
      <UpdateInstructions />
      {rollingOut && (
        <RolloutDialog
          archive={rollingOut}
          groupChoice={groupChoice}
          onClose={() => rollOut(null)}
          onStarted={() => actions.succeed(t('rollouts.started', { version: rollingOut.version.toFixed(1) }))}
        />
      )}
      {uploading && (
        <UploadDialog
          onClose={() => setUploading(false)}
          onUploaded={(filename) => actions.succeed(t('uploaded', { filename }))}
        />
      )}
      <DeleteArchiveDialog
        filename={actions.selected}
        isDeleting={actions.isDeleting}
        onConfirm={(filename) => void actions.remove(filename)}
        onClose={() => actions.select(null)}
      />
    </Card>
  );
}
