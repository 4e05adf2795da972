import { Button } from '@mantine/core';
import type { AuditEntry } from '@belfry/schemas/http/audit';
import type { PlacePage } from '@belfry/schemas/http/places/places';
import { z } from 'zod';
import { instantOf, wallTime } from '../../lib/local-time.ts';
import { useTranslation } from '../../lib/translation.ts';
import { toast } from '../../ui/toast.ts';
import { useAct } from '../../ui/use-act.ts';
import { useSilenceBellsMutation } from '../bells/bells-api.ts';
import { useEditCompanyMutation } from '../companies/companies-api.ts';
import { useLazyGetPlaceQuery } from '../places/places-api.ts';
import { useMay } from '../teams/teams-api.ts';

const volume = z.strictObject({ volume_max: z.number().nullable() });
const silence = z.strictObject({ silent_until: z.string().nullable() });
const undoableSchema = z.union([
  z.object({ action: z.literal('company.edit'), before: volume, after: volume }),
  z.object({ action: z.literal('bells.silence'), before: silence, after: silence }),
]);
type Undoable = z.infer<typeof undoableSchema>;

/** Whether the place is still as the change has left it. */
const isAsLeft = (change: Undoable, { volume_max, silent_until, time_zone }: PlacePage): boolean => {
  if (change.action === 'company.edit') return (change.after.volume_max ?? volume_max) === volume_max;
  const left = change.after.silent_until;
  if (left === null || silent_until === null) return left === silent_until;
  // Rows of earlier releases have the time by the clock of the place.
  return (left.endsWith('Z') ? Date.parse(left) : instantOf(left, time_zone)) === Date.parse(silent_until);
};

/** The time by the clock of the place until which it was silent; null where that is over. */
const silenceBefore = (until: string | null, zone: string): string | null =>
  until === null || Date.parse(until) <= Date.now() ? null : wallTime(Date.parse(until), zone).slice(0, 16);

/** Takes back the volume or the silence of a place, unless somebody has changed it since. Nothing for other changes. */
export function UndoChange({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('activity');
  const { act, pending } = useAct();
  const [mayEdit, maySay] = [useMay('edit_places'), useMay('say')];
  const [read] = useLazyGetPlaceQuery();
  const [edit] = useEditCompanyMutation();
  const [silenceUntil] = useSilenceBellsMutation();
  const { data: change } = undoableSchema.safeParse(entry);
  if (!change || !(change.action === 'company.edit' ? mayEdit : maySay)) return null;
  const undo = async (): Promise<void> => {
    const said = { done: t('undo.done'), failed: t('undo.failed') };
    const id = Number(entry.object_id);
    const place = await act(() => read(id), { failed: said.failed });
    if (!place) return;
    if (!isAsLeft(change, place)) {
      toast('error', t('undo.since'));
      return;
    }
    await (change.action === 'company.edit'
      ? act(() => edit({ company_id: id, volume_max: change.before.volume_max }), said)
      : act(() => silenceUntil({ id, until: silenceBefore(change.before.silent_until, place.time_zone) }), said));
  };
  return (
    <Button size="compact-sm" variant="default" loading={pending} onClick={() => void undo()}>
      {t('undo.label')}
    </Button>
  );
}
