import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPackage, IconPackageExport, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import type { ClientArchive } from '@belfry/schemas/http/devices/firmware';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card.tsx';
import { useArchiveActions } from '../use-archive-actions.ts';
import { ArchiveGrid } from './archive-grid.tsx';
import { RolloutDialog, type GroupChoice } from './rollouts/rollout-dialog.tsx';
import { RolloutList } from './rollouts/rollout-list.tsx';
import { DeleteArchiveDialog } from './delete-archive-dialog.tsx';
import { UpdateInstructions } from './update-instructions.tsx';
import { UploadDialog } from './upload-dialog.tsx';

/** Client Version Management: the archives of the client software and their rollouts; see FW-7. */
export function ClientVersions({ groupChoice }: { groupChoice: GroupChoice }) {
  const { t } = useTranslation(['firmware', 'common']);
  const actions = useArchiveActions();
  const [uploading, setUploading] = useState(false);
  const [rollingOut, rollOut] = useState<ClientArchive | null>(null);
  const { message } = actions;
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
      {message && (
        <Alert
          mb="md"
          py="xs"
          color={message.tone}
          role={message.tone === 'error' ? 'alert' : 'status'}
          title={message.detail === undefined ? undefined : message.text}
          withCloseButton
          closeButtonLabel={t('common:close')}
          onClose={actions.clear}
          icon={<IconPackage size={18} aria-hidden />}
        >
          {message.detail ?? message.text}
        </Alert>
      )}
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
