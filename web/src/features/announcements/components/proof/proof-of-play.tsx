import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectRole } from '../../../../api/session/session-slice.ts';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { useExportProofMutation } from '../../announcements-api.ts';
import { rangeOf, useProofAddress } from '../../use-proof-address.ts';
import { ProofFilters } from './proof-filters.tsx';
import { ProofDays } from './proof-days.tsx';
import { ProofRows } from './proof-rows.tsx';
import { ProofRuns } from './proof-runs.tsx';

/** What was announced at the places in a time, with its export. */
export function ProofOfPlay() {
  const { t } = useTranslation('announcements');
  const messageOf = useErrorMessage();
  const administers = isAdministrator(useSelector(selectRole) ?? 'user');
  const at = useProofAddress();
  const { filters: filter, change } = at;
  const { from, node, view, unheard } = filter;
  const owner = (administers && filter.owner) || undefined;
  const days = rangeOf(filter);
  const ofPlace = { ...(owner !== undefined && { user_id: owner }), ...(node !== null && { company_id: node }) };
  const all = days && { ...days, ...ofPlace };
  const range = all && { ...all, ...(unheard && { heard: 'false' as const }) };
  const Rows = view === 'runs' ? ProofRuns : ProofRows;
  const [exportProof, { error, isLoading }] = useExportProofMutation();
  const download = async (): Promise<void> => {
    if (!range) return;
    const { data } = await exportProof(range);
    if (data !== undefined) saveFile(`proof-of-play-${from}.csv`, new Blob([data], { type: 'text/csv;charset=utf-8' }));
  };
  return (
    <Stack gap="md">
      <Group gap="sm" align="flex-end">
        <ProofFilters administers={administers} filter={filter} inOrder={range !== null} onChange={change} />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isLoading}
          disabled={!range}
          onClick={() => void download()}
        >
          {t('proof.csv')}
        </Button>
      </Group>
      {error !== undefined && (
        <Alert color="error" role="alert">
          {messageOf(error)}
        </Alert>
      )}
      {all && <ProofDays range={all} />}
      {range && <Rows at={at} range={range} />}
    </Stack>
  );
}
