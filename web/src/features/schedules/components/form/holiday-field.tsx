import { Alert, Button, FileButton, Group, NativeSelect } from '@mantine/core';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { InlineConfirm } from '../../../../ui/dialogs/inline-confirm.tsx';
import { useHolidayCalendars, type HolidayChoice } from './use-holiday-calendars.ts';

/** The holiday calendar on whose days it does not happen; a new one is uploaded as an iCalendar file. */
export function HolidayField({ value, onChange }: HolidayChoice) {
  const { t } = useTranslation(['schedule-form', 'common']);
  const errorText = useErrorMessage();
  const { calendars, loadError, chosen, isUploading, failure, upload, remove } = useHolidayCalendars({
    value,
    onChange,
  });
  return (
    <div>
      <Group gap="sm" align="flex-end">
        <NativeSelect
          label={t('holidays.label')}
          description={t('holidays.hint')}
          flex="1 1 220px"
          error={loadError && errorText(loadError, t('holidays.load_failed'))}
          data={[
            { value: '', label: t('holidays.none') },
            ...calendars.map(({ id, name, days }) => ({
              value: String(id),
              label: t('holidays.option', { name, days: t('holidays.days', { count: days.length }) }),
            })),
          ]}
          value={value === null ? '' : String(value)}
          onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
        />
        <UploadButton uploading={isUploading} onUpload={(file) => void upload(file)} />
        {chosen && (
          <InlineConfirm
            question={t('holidays.delete_sure', { name: chosen.name })}
            yes={t('holidays.delete')}
            no={t('common:cancel')}
            onConfirm={() => void remove()}
          >
            {(opener) => (
              <Button {...opener} variant="default" leftSection={<IconTrash size={16} aria-hidden />}>
                {t('holidays.delete')}
              </Button>
            )}
          </InlineConfirm>
        )}
      </Group>
      {failure !== null && (
        <Alert color="error" py="xs" mt="xs" role="alert">
          {failure}
        </Alert>
      )}
    </div>
  );
}

type UploadProps = { uploading: boolean; onUpload: (file: File | null) => void };

function UploadButton({ uploading, onUpload }: UploadProps) {
  const { t } = useTranslation('schedule-form');
  return (
    <FileButton accept=".ics,text/calendar" inputProps={{ 'aria-label': t('holidays.file_hint') }} onChange={onUpload}>
      {(opener) => (
        <Button
          {...opener}
          variant="default"
          loading={uploading}
          title={t('holidays.file_hint')}
          leftSection={<IconUpload size={16} aria-hidden />}
        >
          {t('holidays.upload')}
        </Button>
      )}
    </FileButton>
  );
}
