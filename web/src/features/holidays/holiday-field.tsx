import { useAct } from '../../ui/use-act.ts';
import { Alert, Button, FileButton, Group, NativeSelect, List, Text } from '@mantine/core';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import { useRef, useState } from 'react';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { InlineConfirm } from '../../ui/dialogs/inline-confirm.tsx';
import { useAddHolidaysMutation, useDeleteHolidaysMutation, useGetHolidaysQuery } from './holidays-api.ts';
import { useScheduleOwner } from '../places/index.ts';
import type { uploadedHolidaysSchema } from '@belfry/schemas/http/holidays';
import type { z } from 'zod';
import classes from './holidays.module.css';

type HolidayChoice = { value: number | null; onChange: (id: number | null) => void };
/** A calendar of days without occurrences; a new one is uploaded as an iCalendar file. */
export function HolidayField({ value, onChange }: HolidayChoice) {
  const { t } = useTranslation(['schedule-form', 'common']);
  const errorText = useErrorMessage();
  const { calendars, loadError, calendar, isUploading, failure, report, upload, remove } = useHolidayCalendars({
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
        {calendar && calendar.may_change !== false && (
          <InlineConfirm
            question={t('holidays.delete_sure', { name: calendar.name })}
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
      {report && <HolidayUploadReport report={report} />}
    </div>
  );
}

function UploadButton({ uploading, onUpload }: { uploading: boolean; onUpload: (file: File | null) => void }) {
  const { t } = useTranslation('schedule-form');
  // Else a browser says nothing of a file that is chosen again after it was corrected.
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      resetRef={reset}
      accept=".ics,.ical,.icalendar,.vcs,text/calendar"
      inputProps={{ 'aria-label': t('holidays.file_hint') }}
      onChange={(file) => {
        onUpload(file);
        reset.current?.();
      }}
    >
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

const NAME_MAX = 80;

/** `Latvia 2027.ics` → Latvia 2027 */
const nameOf = (file: File): string =>
  file.name
    .replace(/\.[^.]+$/, '')
    .trim()
    .slice(0, NAME_MAX) || file.name;

function useHolidayCalendars({ value, onChange }: HolidayChoice) {
  const { t } = useTranslation('schedule-form');
  const owner = useScheduleOwner();
  const { data: calendars = [], error: loadError } = useGetHolidaysQuery(owner);
  const [add, { isLoading: isUploading }] = useAddHolidaysMutation();
  const [deleteCalendar] = useDeleteHolidaysMutation();
  const { act, failure, fail } = useAct({ inline: true });
  const [report, setReport] = useState<HolidayReport | null>(null);
  const calendar = calendars.find(({ id }) => id === value);

  async function upload(file: File | null): Promise<void> {
    if (!file) return;
    fail(null);
    setReport(null);
    const data = await act(() => add({ name: nameOf(file), file, owner }), {
      done: ({ calendar }) => t('holidays.uploaded', { name: calendar.name }),
      failed: t('holidays.failed'),
    });
    if (data === undefined) return;
    onChange(data.calendar.id);
    setReport(data);
  }
  async function remove(): Promise<void> {
    if (!calendar) return;
    const answer = await act(() => deleteCalendar(calendar.id), {
      done: t('holidays.deleted', { name: calendar.name }),
      failed: t('holidays.delete_failed'),
    });
    if (answer === undefined) return;
    onChange(null);
    setReport(null);
  }
  return { calendars, loadError, calendar, isUploading, failure, report, upload, remove };
}

type HolidayReport = Pick<z.infer<typeof uploadedHolidaysSchema>, 'unread' | 'utc_zone' | 'encoding'>;

/** What a person should look at after an upload: events that were not read, and what was assumed. Nothing where all is as it was written. */
function HolidayUploadReport({ report: { unread, utc_zone, encoding } }: { report: HolidayReport }) {
  const { t } = useTranslation('schedule-form');
  const isGuessed = encoding.startsWith('windows');
  if (unread.length === 0 && utc_zone === null && !isGuessed) return null;
  return (
    <Alert color={unread.length > 0 ? 'warning' : 'gray'} py="xs" mt="xs" role="alert">
      {unread.length > 0 && (
        <>
          <Text size="sm">{t('holidays.unread', { count: unread.length })}</Text>
          <List size="sm" className={classes.unread ?? ''} aria-label={t('holidays.unread', { count: unread.length })}>
            {unread.map(({ name, line, reason }) => (
              <List.Item key={`${line} ${reason}`}>
                {t('holidays.unread_event', {
                  name: name || t('holidays.unnamed'),
                  line,
                  reason: t(`holidays.reasons.${reason}`),
                })}
              </List.Item>
            ))}
          </List>
        </>
      )}
      {utc_zone !== null && <Text size="sm">{t('holidays.utc_zone', { zone: utc_zone })}</Text>}
      {isGuessed && <Text size="sm">{t('holidays.guessed', { encoding })}</Text>}
    </Alert>
  );
}
