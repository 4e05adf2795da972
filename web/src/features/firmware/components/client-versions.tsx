import { Button, Group, Text, Alert, Modal, Code, Collapse, List, Stack, Title } from '@mantine/core';
import { IconPackageExport, IconUpload, IconPackage, IconChevronDown } from '@tabler/icons-react';
import { useState, useId } from 'react';
import type { ClientArchive } from '@belfry/schemas/http/firmware/archives';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card.tsx';
import { useArchiveActions, type ArchiveMessage } from '../use-archive-actions.ts';
import { ArchiveGrid } from './archive-grid.tsx';
import { RolloutDialog } from './rollouts/rollout-dialog.tsx';
import type { GroupChoice } from './rollouts/rollout-fields.tsx';
import { UploadDialog } from './upload-dialog.tsx';
import { setParameter } from '../../../lib/list-address.ts';
import { useAddress } from '../../../lib/address.ts';
import { usePolling } from '../../../lib/api/refetch-now.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { wholeList } from '../../../ui/lists/list-state.ts';
import { RowList } from '../../../ui/lists/list-frame.tsx';
import { useGetRolloutsQuery } from '../rollouts-api.ts';
import { RolloutDevicesDialog } from './rollouts/rollout-devices-dialog.tsx';
import { RolloutRow } from './rollouts/rollout-row.tsx';
import classes from './rollouts/rollouts.module.css';

/** The parameter of the address that names the rollout whose devices are shown. */
const ROLLOUT_PARAM = 'rollout';
/** The last rollouts; the devices of one are a place in the address. Renders nothing without any. */
function RolloutList() {
  const { t } = useTranslation('firmware');
  const errorText = useErrorMessage();
  const [address, setAddress] = useAddress();
  const query = useGetRolloutsQuery();
  const { data } = query;
  // Devices go on with an installation after their rollout has stopped, of which no event tells.
  usePolling('Firmware', data?.some(({ counts }) => counts.downloading + counts.verifying > 0) ?? false);
  const shown = data?.find(({ rollout_id }) => rollout_id === address.get(ROLLOUT_PARAM));
  const show = (id: string | null): void =>
    setAddress((now) => setParameter(now, ROLLOUT_PARAM, id), { preventScrollReset: true });
  const list = wholeList(query, data);
  if (list.error === undefined && (!data || data.length === 0)) return null;
  return (
    <Stack gap="xs" mt="lg">
      <Title order={3} size="h6">
        {t('rollouts.title')}
      </Title>
      <RowList
        list={list}
        label={t('rollouts.title')}
        entry={classes.row}
        keyOf={({ rollout_id }) => rollout_id}
        waiting={null}
        empty={null}
        failure={(error) => ({ message: errorText(error, t('rollouts.load_failed')) })}
      >
        {(rollout) => <RolloutRow rollout={rollout} onShow={() => show(rollout.rollout_id)} />}
      </RowList>
      {shown && <RolloutDevicesDialog key={shown.rollout_id} rollout={shown} onClose={() => show(null)} />}
    </Stack>
  );
}

const STEPS = ['check', 'stop', 'backup', 'start', 'log', 'schedule'] as const;
const COMMANDS = [
  'API_URL=https://belfry.example DEVICE_SERIAL=… DEVICE_KEY_FILE=/etc/belfry/device-key \\',
  '  ./client-update.sh            # update now',
  './client-update.sh --schedule   # every night at 2:00',
].join('\n');
/** How devices that are not managed by rollouts update themselves, behind a button. */
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

/** What became of the last action on an archive. */
function ArchiveNotice({ message, onClose }: { message: ArchiveMessage; onClose: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Alert
      mb="md"
      py="xs"
      color={message.tone}
      role={message.tone === 'error' ? 'alert' : 'status'}
      title={message.detail === undefined ? undefined : message.text}
      withCloseButton
      closeButtonLabel={t('close')}
      onClose={onClose}
      icon={<IconPackage size={18} aria-hidden />}
    >
      {message.detail ?? message.text}
    </Alert>
  );
}

type Props = {
  /** The archive to delete; null while the dialog is closed. */
  filename: string | null;
  isDeleting: boolean;
  onConfirm: (filename: string) => void;
  onClose: () => void;
};
/** Confirms the deletion of an archive. It cannot be closed while the deletion is running; see FW-7. */
function DeleteArchiveDialog({ filename, isDeleting, onConfirm, onClose }: Props) {
  const { t } = useTranslation('firmware');
  // The text remains while the dialog fades out.
  const [shown, setShown] = useState(filename);
  if (filename !== null && filename !== shown) setShown(filename);
  const close = (): void => {
    if (!isDeleting) onClose();
  };
  return (
    <Modal
      opened={filename !== null}
      onClose={close}
      closeOnEscape={!isDeleting}
      title={t('confirm.title')}
      centered
      size="sm"
      closeButtonProps={{ 'aria-label': t('confirm.no'), disabled: isDeleting }}
    >
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {t('confirm.text', { filename: shown ?? '' })}
      </Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={close} disabled={isDeleting} data-autofocus>
          {t('confirm.no')}
        </Button>
        <Button color="error" loading={isDeleting} onClick={() => filename !== null && onConfirm(filename)}>
          {t('confirm.yes')}
        </Button>
      </Group>
    </Modal>
  );
}
