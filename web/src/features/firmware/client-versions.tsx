import { Button, Group, Text, Code, Collapse, List, FileInput, Stack } from '@mantine/core';
import { IconPackageExport, IconUpload, IconChevronDown } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useId, useState } from 'react';
import type { ClientArchive } from '@belfry/schemas/http/firmware/archives';
import { useTranslation } from '../../lib/translation.ts';
import { ARCHIVE_MAX_BYTES, archiveFilenameSchema, signatureSchema } from '@belfry/schemas/domain/firmware';
import { Card } from '../../ui/card.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { useArchiveActions, ArchiveNotice, DeleteArchiveDialog, useFailureText } from './archive-actions.tsx';
import { ArchiveGrid, formatFileSize } from './archive-grid.tsx';
import { RolloutDialog } from './rollout-dialog.tsx';
import { RolloutList } from './rollout-list.tsx';
import { useUploadArchiveMutation } from './firmware-api.ts';

type Frame = ComponentType<{ title: string; children: ReactNode }>;
const TopCard: Frame = (props) => <Card order={2} {...props} />;

/** Client Version Management: the archives of the client software and their rollouts; see FW-7. `Frame`: what surrounds it. */
export function ClientVersions({ Frame = TopCard }: { Frame?: Frame }) {
  const { t } = useTranslation('firmware');
  const actions = useArchiveActions();
  const [uploading, setUploading] = useState(false);
  const [rollingOut, rollOut] = useState<ClientArchive | null>(null);
  return (
    <Frame title={t('title')}>
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
    </Frame>
  );
}

/** Uploads an archive with its signature file. The server verifies both before it lists the archive. */
function UploadDialog({ onClose, onUploaded }: { onClose: () => void; onUploaded: (filename: string) => void }) {
  const { t } = useTranslation(['firmware', 'common']);
  const failureText = useFailureText();
  const [upload, { isLoading, error }] = useUploadArchiveMutation();
  const [file, setFile] = useState<File | null>(null);
  const [signatureFile, setSignatureFile] = useState<File | null>(null);
  const [wrongSignature, setWrongSignature] = useState(false);
  const wrongName = file !== null && !archiveFilenameSchema.safeParse(file.name).success;
  const tooLarge = file !== null && file.size > ARCHIVE_MAX_BYTES;
  const ready = file !== null && signatureFile !== null && !wrongName && !tooLarge;

  async function send(): Promise<void> {
    if (!ready) return;
    const signature = (await signatureFile.text()).trim();
    const valid = signatureSchema.safeParse(signature).success;
    setWrongSignature(!valid);
    if (!valid) return;
    const { data } = await upload({ file, signature });
    if (!data) return;
    onUploaded(data.filename);
    onClose();
  }

  const failure = error && failureText('upload_failed', error);
  return (
    <FormDialog title={t('upload.title')} size="md" onClose={onClose}>
      {({ onCancel }) => (
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t('upload.lead', { size: formatFileSize(ARCHIVE_MAX_BYTES) })}
          </Text>
          <FileInput
            label={t('upload.archive')}
            placeholder={t('upload.choose')}
            accept=".zst,application/zstd"
            value={file}
            onChange={setFile}
            error={wrongName ? t('upload.wrong_name') : tooLarge ? t('upload.too_large') : undefined}
            data-autofocus
          />
          <FileInput
            label={t('upload.signature')}
            placeholder={t('upload.choose')}
            accept=".sig,text/plain"
            value={signatureFile}
            onChange={setSignatureFile}
            error={wrongSignature ? t('upload.wrong_signature') : undefined}
          />
          {failure && <Notice tone="error">{failure.detail ?? failure.text}</Notice>}
          <Group justify="flex-end" gap="sm" mt="xs">
            <Button variant="default" onClick={onCancel} disabled={isLoading}>
              {t('common:cancel')}
            </Button>
            <Button onClick={() => void send()} disabled={!ready} loading={isLoading}>
              {t('upload.send')}
            </Button>
          </Group>
        </Stack>
      )}
    </FormDialog>
  );
}

const STEPS = ['check', 'stop', 'backup', 'start', 'log', 'schedule'] as const;

const COMMANDS = [
  'API_URL=https://belfry.example DEVICE_SERIAL=… DEVICE_KEY_FILE=/etc/belfry/device-key \\',
  '  ./client-update.sh            # update now',
  './client-update.sh --schedule   # every night at 2:00',
].join('\n');

function UpdateInstructions() {
  const { t } = useTranslation('firmware');
  const [opened, setOpened] = useState(false);
  const id = useId();
  return (
    <div>
      <Button
        mt="md"
        variant="subtle"
        size="compact-sm"
        h="auto"
        mih={24}
        maw="100%"
        styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
        aria-expanded={opened}
        aria-controls={id}
        rightSection={<IconChevronDown size={16} aria-hidden style={opened ? { rotate: '180deg' } : {}} />}
        onClick={() => setOpened((before) => !before)}
      >
        {t('instructions.title')}
      </Button>
      <Collapse expanded={opened} id={id}>
        <Text size="sm" mt="xs">
          {t('instructions.lead')}
        </Text>
        <List size="sm" mt="xs" spacing={4}>
          {STEPS.map((step) => (
            <List.Item key={step}>{t(`instructions.${step}`)}</List.Item>
          ))}
        </List>
        <Code block mt="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {COMMANDS}
        </Code>
      </Collapse>
    </div>
  );
}
