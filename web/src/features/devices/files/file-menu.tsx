import { Button } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { saveTextFile } from '../../../lib/save-file.ts';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import type { WallQuery } from '../views/wall-api.ts';
import { useExportDevicesMutation } from './files-api.ts';

const ImportDialog = lazyDialog(async () => (await import('./import-dialog.tsx')).ImportDialog);

/** Spreadsheets open UTF-8 with it; the answer has lost it when it was read as a text. */
const BOM = '\uFEFF';

/** Export of the devices that match the filters, and import; see DEV-50 and DEV-51. */
export function FileMenu({ query }: { query: WallQuery }) {
  const { t } = useTranslation('device-files');
  const messageOf = useErrorMessage();
  const [importing, setImporting] = useState(false);
  const [exportDevices, { isLoading }] = useExportDevicesMutation();
  const save = async (): Promise<void> => {
    const { data, error } = await exportDevices(query);
    if (data === undefined) toast('error', messageOf(error, t('export.failed')));
    else saveTextFile(`devices-${new Date().toISOString().slice(0, 10)}.csv`, BOM + data);
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
