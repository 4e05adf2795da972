import type { Group as DeviceGroup } from '@belfry/schemas/http/devices/groups';
import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Props = { group: DeviceGroup; onSend: () => Promise<boolean>; onClose: () => void };

/** Confirms the deletion of a group. The focus starts on Cancel. */
export function DeleteGroup({ group, onSend, onClose }: Props) {
  const { t } = useTranslation('groups');
  const [busy, setBusy] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  const send = async (): Promise<void> => {
    setBusy(true);
    const done = await onSend();
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" flex="1 1 200px" style={{ overflowWrap: 'anywhere' }}>
        {t('delete_sure', { name: group.name })}
      </Text>
      <Group gap="sm">
        <Button ref={cancel} variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button color="error" loading={busy} onClick={() => void send()}>
          {t('delete_yes')}
        </Button>
      </Group>
    </Group>
  );
}
