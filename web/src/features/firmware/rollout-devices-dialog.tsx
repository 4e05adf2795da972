import type { Rollout, RolloutDevice, RolloutDeviceState } from '@belfry/schemas/http/firmware/rollouts';
import { Modal, Stack, Text, Progress } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useLocalPage } from '../../lib/list-address.ts';
import { useMobile } from '../../lib/use-breakpoint.ts';
import { Dot, type RowState } from '../../kit/list/index.ts';
import { DeviceName } from '../../ui/devices/device-marks.tsx';
import { FilterSelect } from '../../ui/filters/filter-bar.tsx';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { usePage } from '../../ui/lists/list-state.ts';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { firmwareApi } from './firmware-api.ts';
import classes from './firmware.module.css';

const PAGE_SIZE = 20;
const CHOICES = [
  'all',
  'failed',
  'rolled_back',
  'pending',
  'downloading',
  'verifying',
  'installed',
  'cancelled',
] as const;
const ALL: { state: (typeof CHOICES)[number] } = { state: 'all' };

export function RolloutDevicesDialog({ rollout, onClose }: { rollout: Rollout; onClose: () => void }) {
  const { t } = useTranslation(['firmware', 'common']);
  const errorText = useErrorMessage();
  const mobile = useMobile();
  const at = useLocalPage(ALL);
  const list = usePage(firmwareApi.endpoints.getRolloutDevices, {
    at,
    size: PAGE_SIZE,
    ask: (asked) => ({ ...asked, id: rollout.rollout_id }),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('rollouts.devices_title', { version: rollout.firmware_version })}
      size="lg"
      fullScreen={mobile}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="sm">
        <RolloutProgress rollout={rollout} />
        <FilterSelect
          label={t('rollouts.filter')}
          choices={CHOICES}
          value={at.filters.state}
          labelOf={(state) => (state === 'all' ? t('rollouts.all_states') : t(`rollouts.device.${state}`))}
          onChange={(state) => at.change({ state })}
        />
        <RowList
          list={list}
          label={t('rollouts.devices')}
          entry={classes.device}
          keyOf={({ serial }) => serial}
          waiting={<LineSkeletons count={6} height={28} />}
          failure={(error) => ({ message: errorText(error, t('rollouts.load_failed')) })}
          empty={
            <Text size="sm" c="dimmed">
              {t('rollouts.no_devices')}
            </Text>
          }
          showing={(range) => t('rollouts.showing', range)}
          pagesLabel={t('rollouts.pages')}
        >
          {(device) => <DeviceRow device={device} />}
        </RowList>
      </Stack>
    </Modal>
  );
}

function DeviceRow({ device: { serial, name, state, reason, phase, device_version } }: { device: RolloutDevice }) {
  const { t } = useTranslation('firmware');
  return (
    <>
      <DeviceName name={name} serial={serial} />
      <Dot state={DOTS[state]} text={t(`rollouts.device.${state}`)} />
      <Text span size="xs" className={classes.reason}>
        {t('rollouts.phase', { phase })}
        {device_version !== null && ` · ${t('version', { version: device_version })}`}
        {reason !== null && ` · ${reason}`}
      </Text>
    </>
  );
}

const COLOURS: Partial<Record<RolloutDeviceState, string>> = {
  installed: 'success',
  verifying: 'company',
  downloading: 'purple',
  rolled_back: 'warning',
  failed: 'error',
};

const DOTS: Record<RolloutDeviceState, RowState> = {
  installed: 'ok',
  verifying: 'off',
  downloading: 'off',
  pending: 'off',
  cancelled: 'off',
  rolled_back: 'look',
  failed: 'wrong',
};

const SHOWN = ['installed', 'verifying', 'downloading', 'rolled_back', 'failed', 'pending', 'cancelled'] as const;

export function RolloutProgress({ rollout: { counts, devices } }: { rollout: Rollout }) {
  const { t } = useTranslation('firmware');
  const locale = useLocale();
  const present = SHOWN.filter((state) => counts[state] > 0);
  const total = present.reduce((sum, state) => sum + counts[state], 0) || devices || 1;
  const text = present
    .map((state) => `${t(`rollouts.device.${state}`)}: ${formatCount(counts[state], locale)}`)
    .join(' · ');
  return (
    <>
      <Progress.Root size="sm" aria-hidden>
        {present.map((state) => {
          const colour = COLOURS[state];
          return (
            colour && (
              <Progress.Section key={state} value={(counts[state] / total) * 100} color={colour} withAria={false} />
            )
          );
        })}
      </Progress.Root>
      <Text size="xs" c="dimmed" className="tabular">
        {text}
      </Text>
    </>
  );
}
