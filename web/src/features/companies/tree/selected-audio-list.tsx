import { ActionIcon, Button, Group, Text, Title } from '@mantine/core';
import { IconMessage, IconX } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import { Link } from 'react-router';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { type SelectedAudioDevice, postalAddressLine } from '../../../lib/tree-nodes.ts';
import classes from './selected-audio-list.module.css';
import list from './tree-list.module.css';
import { VirtualList } from '../../../ui/virtual-list.tsx';

const ROW_PX = 36;
/** See TREE-37. */
const MAX_PX = 200;

type Props = {
  devices: readonly SelectedAudioDevice[];
  onUnselect: (devices: readonly SelectedAudioDevice[]) => void;
};

/** All selected devices, also those that the filter of the tree hides; see TREE-28. */
export function SelectedAudioList({ devices, onUnselect }: Props) {
  const { t } = useTranslation('tree');
  const locale = useLocale();
  return (
    <section aria-label={t('selected.title')}>
      <Group justify="space-between" mb="xs" gap="xs" mih={30}>
        <Title order={3} size="h6">
          {t('selected.title')}{' '}
          <Text span inherit fw={400} c="dimmed" className="tabular">
            {formatCount(devices.length, locale)}
          </Text>
        </Title>
        {devices.length > 0 && <SelectionActions devices={devices} onClear={() => onUnselect(devices)} />}
      </Group>
      {devices.length === 0 ? (
        <Text c="dimmed" size="sm">
          {t('selected.none')}
        </Text>
      ) : (
        <VirtualList
          label={t('selected.title')}
          count={devices.length}
          rowPx={ROW_PX}
          maxPx={MAX_PX}
          keyOf={(index) => devices[index]?.company_id ?? index}
        >
          {(index) => {
            const device = devices[index];
            return device && <SelectedRow device={device} onUnselect={() => onUnselect([device])} />;
          }}
        </VirtualList>
      )}
    </section>
  );
}

type ActionsProps = { devices: readonly SelectedAudioDevice[]; onClear: () => void };

function SelectionActions({ devices, onClear }: ActionsProps) {
  const { t } = useTranslation('tree');
  const sms = smsAddress(devices);
  return (
    <Group gap="xs">
      {sms ? (
        <Button
          component={Link}
          to={sms}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconMessage size={16} aria-hidden />}
        >
          {t('selected.sms')}
        </Button>
      ) : (
        <Text size="xs" c="dimmed">
          {t('selected.sms_limit', { max: SMS_DEVICES_MAX })}
        </Text>
      )}
      <Button variant="subtle" color="gray" size="compact-sm" onClick={onClear}>
        {t('selected.clear')}
      </Button>
    </Group>
  );
}

type RowProps = { device: SelectedAudioDevice; onUnselect: () => void };

function SelectedRow({ device, onUnselect }: RowProps) {
  const { t } = useTranslation('tree');
  return (
    <div className={`${list.row} ${classes.row}`}>
      <span className={classes.name}>{device.name}</span>
      <span className={list.where}>{postalAddressLine(device)}</span>
      <span className={list.serial}>{device.serial}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('selected.remove', { name: device.name })}
        onClick={onUnselect}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** More devices do not fit into an address that every browser and proxy accepts. */
const SMS_DEVICES_MAX = 200;

/** The address of the SMS page with the selected devices; null for none and for too many; see TREE-31. */
const smsAddress = (devices: readonly SelectedAudioDevice[]): string | null =>
  devices.length === 0 || devices.length > SMS_DEVICES_MAX
    ? null
    : `/sms?${new URLSearchParams({ devices: JSON.stringify(devices.map(({ company_id }) => company_id)) }).toString()}`;
