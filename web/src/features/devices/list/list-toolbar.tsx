import { useAct } from '../../../ui/use-act.ts';
import { filesHttp } from '@belfry/schemas/http/fleet/files';
import { z } from 'zod';
import { baseApi } from '../../../lib/api/base-api.ts';
import { callFrom, reading } from '../../../lib/api/call.ts';
import { listQueryOf, wallQueryOf, type WallQuery } from '../devices-api.ts';
import { Group, Center, SegmentedControl, VisuallyHidden, Button, Checkbox, Popover, Stack } from '@mantine/core';
import type { DeviceFilters } from './device-filter-values.ts';
import { SelectPage } from '../bulk/selection-bar.tsx';
import type { DeviceSelection } from '../bulk/device-selection.ts';
import {
  type useDeviceView,
  DEVICE_VIEWS,
  viewSchema,
  type DeviceView,
  TABLE_COLUMNS,
  type TableColumn,
} from './device-view.ts';
import { IconGridDots, IconLayoutGrid, IconTable, IconColumns3, IconDownload, IconUpload } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { DEVICE_COLUMNS } from '../device-columns.tsx';
import { useState } from 'react';
import { saveTextFile } from '../../../lib/save-file.ts';
import { ImportDialog } from './import-dialog.tsx';

type Props = {
  filters: DeviceFilters;
  view: ReturnType<typeof useDeviceView>;
  selection: DeviceSelection;
};

export function ListToolbar({ filters, view: { view, columns, chooseView, chooseColumns }, selection }: Props) {
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="md">{view !== 'wall' && <SelectPage selection={selection} />}</Group>
      <Group gap="xs">
        <FileMenu query={wallQueryOf(filters)} />
        {view === 'table' && <ColumnsMenu columns={columns} onChange={chooseColumns} />}
        <ViewSwitch view={view} onChange={chooseView} />
      </Group>
    </Group>
  );
}

type ColumnsMenuProps = { columns: readonly TableColumn[]; onChange: (columns: TableColumn[]) => void };
function ColumnsMenu({ columns, onChange }: ColumnsMenuProps) {
  const { t } = useTranslation('device-views');
  const locale = useLocale();
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button variant="default" size="compact-sm" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {t('columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns')}>
        <Stack gap="xs">
          {TABLE_COLUMNS.map((id) => (
            <Checkbox
              key={id}
              label={DEVICE_COLUMNS[id].label[locale]}
              checked={columns.includes(id)}
              onChange={({ currentTarget }) =>
                onChange(TABLE_COLUMNS.filter((each) => (each === id ? currentTarget.checked : columns.includes(each))))
              }
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

const { useExportDevicesMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The text of the file, without its byte order mark. */
    exportDevices: build.mutation(
      reading(
        callFrom(filesHttp.export, (query: WallQuery) => listQueryOf(query), { responseHandler: 'text' }),
        z.string(),
      ),
    ),
  }),
});

/** Spreadsheets open UTF-8 with it; the answer has lost it when it was read as a text. */
const BOM = '\uFEFF';

/** Export of the devices that match the filters, and import; see DEV-50 and DEV-51. */
function FileMenu({ query }: { query: WallQuery }) {
  const { t } = useTranslation('device-files');
  const [importing, setImporting] = useState(false);
  const { act } = useAct();
  const [exportDevices, { isLoading }] = useExportDevicesMutation();
  const save = async (): Promise<void> => {
    const data = await act(() => exportDevices(query), { failed: t('export.failed') });
    if (data !== undefined) saveTextFile(`devices-${new Date().toISOString().slice(0, 10)}.csv`, BOM + data);
  };
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={isLoading}
        onClick={() => void save()}
      >
        {t('export.button')}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={() => setImporting(true)}
      >
        {t('import.button')}
      </Button>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}

const ICONS = { cards: IconLayoutGrid, table: IconTable, wall: IconGridDots };
type ViewSwitchProps = { view: DeviceView; onChange: (view: DeviceView) => void };
function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  const { t } = useTranslation('device-views');
  return (
    <SegmentedControl
      aria-label={t('label')}
      value={view}
      onChange={(value) => onChange(viewSchema.parse(value))}
      data={DEVICE_VIEWS.map((value) => {
        const Icon = ICONS[value];
        return {
          value,
          label: (
            <Center title={t(`view.${value}`)}>
              <Icon size={18} aria-hidden />
              <VisuallyHidden>{t(`view.${value}`)}</VisuallyHidden>
            </Center>
          ),
        };
      })}
    />
  );
}
