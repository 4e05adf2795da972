import { Menu } from '@mantine/core';
import { saveFile } from '../../lib/save-file.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useAct } from '../../ui/use-act.ts';
import { useExportHeardMusicMutation, useExportProofMutation } from '../announcements/announcements-api.ts';
import { useExportAuditMutation } from '../audit/audit-api.ts';
import { useMay } from '../teams/teams-api.ts';
import { type ActivityFilters, useDays, type View } from './activity-address.ts';

type Props = { filters: ActivityFilters; onView: (view: View) => void; onProve: () => void };

/** Files of the time and the place that are shown, and what is rarely needed. */
export function ActivityMenu({ filters, onView, onProve }: Props) {
  const { t } = useTranslation('activity');
  const { act } = useAct({ parallel: true });
  const [mayRuns, mayAlarms] = [useMay('read_runs'), useMay('see_alarms')];
  const [exportProof] = useExportProofMutation();
  const [exportMusic] = useExportHeardMusicMutation();
  const [exportAudit] = useExportAuditMutation();
  const days = useDays(filters);
  const range = { ...days, ...(filters.node !== 0 && { company_id: filters.node }) };
  const save = async (name: string, call: () => PromiseLike<{ data?: string; error?: unknown }>): Promise<void> => {
    const csv = await act(call, { failed: t('csv.failed') });
    if (csv !== undefined) saveFile(name, new Blob([csv], { type: 'text/csv' }));
  };
  return (
    <>
      {mayRuns && (
        <>
          <Menu.Item onClick={() => void save(`said-${days.from}-${days.to}.csv`, () => exportProof(range))}>
            {t('csv.said')}
          </Menu.Item>
          <Menu.Item onClick={() => void save(`music-${days.from}-${days.to}.csv`, () => exportMusic(range))}>
            {t('csv.music')}
          </Menu.Item>
        </>
      )}
      <Menu.Item onClick={() => void act(() => exportAudit(range), { failed: t('csv.failed') })}>
        {t('csv.changes')}
      </Menu.Item>
      <Menu.Divider />
      {mayRuns && <Menu.Item onClick={() => onView('music')}>{t('panel.music')}</Menu.Item>}
      {mayAlarms && <Menu.Item onClick={() => onView('rules')}>{t('panel.rules')}</Menu.Item>}
      <Menu.Item onClick={onProve}>{t('proof')}</Menu.Item>
    </>
  );
}
