import { Alert, Button, FileButton, Group, NativeSelect, TextInput, CloseButton, Pill } from '@mantine/core';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { InlineConfirm } from '../../../ui/dialogs/inline-confirm.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAddHolidaysMutation, useDeleteHolidaysMutation, useGetHolidaysQuery } from '../schedules-api.ts';
import { useScheduleOwner } from '../schedule-address.ts';
import { isLocalDate, useLocalTimes } from '../local-time.ts';
import classes from './schedule-form.module.css';

type HolidayChoice = { value: number | null; onChange: (id: number | null) => void };
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
        {chosen && chosen.may_change !== false && (
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

function UploadButton({ uploading, onUpload }: { uploading: boolean; onUpload: (file: File | null) => void }) {
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

const EXCEPTIONS_MAX = 366;
type Props = { dates: readonly string[]; onChange: (dates: string[]) => void };
/** Dates on which it does not happen. */
export function ExceptionsField({ dates, onChange }: Props) {
  const { t } = useTranslation('schedule-form');
  const times = useLocalTimes();
  const [typed, setTyped] = useState('');
  const possible = isLocalDate(typed) && dates.length < EXCEPTIONS_MAX;
  const add = (): void => {
    onChange([...new Set([...dates, typed])].toSorted());
    setTyped('');
  };
  return (
    <fieldset className={classes.group} aria-label={t('exceptions')}>
      <Group gap="sm" align="flex-end">
        <TextInput
          label={t('exceptions')}
          description={t('exceptions_hint')}
          aria-label={t('exception_date')}
          type="date"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter adds the date and does not submit the form.
            event.preventDefault();
            if (possible) add();
          }}
        />
        <Button variant="default" disabled={!possible} onClick={add}>
          {t('add')}
        </Button>
      </Group>
      {dates.length > 0 && (
        <Group component="ul" gap={6} mt="xs" p={0} m={0} style={{ listStyle: 'none' }}>
          {dates.map((date) => (
            <li key={date}>
              <Pill size="md" className="tabular">
                <Group gap={4} wrap="nowrap" component="span">
                  {times.date(date)}
                  <CloseButton
                    size="xs"
                    aria-label={t('remove', { date: times.date(date) })}
                    onClick={() => onChange(dates.filter((each) => each !== date))}
                  />
                </Group>
              </Pill>
            </li>
          ))}
        </Group>
      )}
    </fieldset>
  );
}

const NAME_MAX = 80;

/** `Latvia 2027.ics` → Latvia 2027 */
const nameOf = (file: File): string =>
  file.name
    .replace(/\.[^.]+$/, '')
    .trim()
    .slice(0, NAME_MAX) || file.name;

/** The holiday calendars of the owner, and how to upload one, which is chosen then, and to delete the chosen one. */
function useHolidayCalendars({ value, onChange }: HolidayChoice) {
  const { t } = useTranslation('schedule-form');
  const errorText = useErrorMessage();
  const owner = useScheduleOwner();
  const { data: calendars = [], error: loadError } = useGetHolidaysQuery(owner);
  const [add, { isLoading: isUploading }] = useAddHolidaysMutation();
  const [deleteCalendar] = useDeleteHolidaysMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const chosen = calendars.find(({ id }) => id === value);

  async function upload(file: File | null): Promise<void> {
    if (!file) return;
    setFailure(null);
    const { data, error } = await add({ name: nameOf(file), file, owner });
    if (!data) return setFailure(errorText(error, t('holidays.failed')));
    onChange(data.calendar.id);
    toast('success', t('holidays.uploaded', { name: data.calendar.name }));
    if (data.skipped.length > 0) setFailure(t('holidays.skipped', { events: data.skipped.join(', ') }));
  }
  async function remove(): Promise<void> {
    if (!chosen) return;
    const { error } = await deleteCalendar(chosen.id);
    if (error) return setFailure(errorText(error, t('holidays.delete_failed')));
    onChange(null);
    toast('success', t('holidays.deleted', { name: chosen.name }));
  }
  return { calendars, loadError, chosen, isUploading, failure, upload, remove };
}
