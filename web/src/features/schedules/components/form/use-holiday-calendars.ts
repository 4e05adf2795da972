import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { toast } from '../../../../ui/toast.ts';
import { useAddHolidaysMutation, useDeleteHolidaysMutation, useGetHolidaysQuery } from '../../api/holidays-api.ts';
import { useScheduleOwner } from '../../use-schedule-owner.ts';

/** The id of the chosen calendar; null for none. */
export type HolidayChoice = { value: number | null; onChange: (id: number | null) => void };

const NAME_MAX = 80;
/** `Latvia 2027.ics` → Latvia 2027 */
const nameOf = (file: File): string =>
  file.name
    .replace(/\.[^.]+$/, '')
    .trim()
    .slice(0, NAME_MAX) || file.name;

/** The holiday calendars of the owner, and how to upload one, which is chosen then, and to delete the chosen one. */
export function useHolidayCalendars({ value, onChange }: HolidayChoice) {
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
