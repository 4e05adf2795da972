import type { Device } from '@belfry/schemas/http/devices/devices';
import { useEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../../api/base/api-error.ts';
import { shownData } from '../../../lib/paging/shown-data.ts';
import { useLastPage } from '../../../lib/paging/use-last-page.ts';
import { Pager } from '../../../ui/paging/pager.tsx';
import { toast } from '../../../ui/toast.ts';
import { isFiltered, type DeviceFilters } from '../filters/device-filter-values.ts';
import { useDeleteDeviceMutation, useGetDevicePageQuery } from '../devices-api.ts';
import type { DeviceDialogs } from '../use-device-dialogs.ts';
import type { DeviceSelection } from '../selection/use-device-selection.ts';
import type { CardActions } from './device-actions.tsx';
import { FleetStates } from './fleet-states.tsx';
import { NoDevices } from './no-devices.tsx';

const SUCCESS_MS = 5_000;

type Props = {
  query: DeviceFilters & { page: number };
  dialogs: DeviceDialogs;
  selection: DeviceSelection;
  /** Another view of the devices than cards. */
  content?: ((actions: CardActions) => (devices: readonly Device[], busy: boolean) => ReactNode) | undefined;
  onGo: (page: number, options?: { replace?: boolean }) => void;
  onReset: () => void;
  onError: (message: string) => void;
};

/** One page of the fleet with its pager. */
export function FleetPage({ query, dialogs, selection, content, onGo, onReset, onError }: Props) {
  const { t } = useTranslation('devices');
  const list = useGetDevicePageQuery(query);
  const [deleteDevice, deletion] = useDeleteDeviceMutation();
  const { openDevice, openSettings, openEdit, openAdd } = dialogs;
  const { click, show } = selection;
  const { data: shown } = shownData(list);
  const total = shown?.total ?? 0;
  const devices = shown?.devices;
  useLastPage({
    page: query.page,
    pageSize: query.page_size,
    total: list.currentData?.total,
    onLast: (last) => onGo(last, { replace: true }),
  });

  useEffect(() => show({ page: devices?.map(({ serial }) => serial) ?? [], total }), [show, devices, total]);

  const actions = useMemo<CardActions>(
    () => ({
      onInfo: openDevice,
      onSettings: openSettings,
      onEdit: ({ serial }) => openEdit(serial),
      onSelect: click,
      onDelete: ({ device_id, serial }) =>
        void deleteDevice(device_id)
          .unwrap()
          .then(
            () => toast('success', t('form.deleted', { serial }), { durationMs: SUCCESS_MS }),
            (error: unknown) => onError(t('error.delete', { message: errorMessage(error, t('error.noConnection')) })),
          ),
    }),
    [openDevice, openSettings, openEdit, click, deleteDevice, onError, t],
  );

  return (
    <>
      <FleetStates
        devices={devices}
        error={list.error}
        fetching={list.isFetching}
        changing={list.currentData === undefined}
        expected={query.page_size}
        onRetry={() => void list.refetch()}
        actions={actions}
        isSelected={selection.has}
        content={content?.(actions)}
        deleting={deletion.isLoading ? (deletion.originalArgs ?? null) : null}
        empty={<NoDevices filtered={isFiltered(query)} onAdd={openAdd} onReset={onReset} />}
      />
      <Pager
        page={shown?.page ?? query.page}
        target={list.error === undefined ? query.page : undefined}
        pageSize={query.page_size}
        total={total}
        showing={(range) => t('pager.showing', range)}
        onGo={onGo}
      />
    </>
  );
}
