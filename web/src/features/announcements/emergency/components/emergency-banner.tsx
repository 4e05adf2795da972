import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../lib/api/use-error-message.ts';
import { useAllClearMutation, useGetEmergencyQuery } from '../emergency-api.ts';
import type { ActiveEmergency } from '../emergency-state.ts';

/** One line per emergency or drill that is not over, above every screen. */
export function EmergencyBanner() {
  const { data } = useGetEmergencyQuery();
  return data?.active.map((run) => <Active key={run.run_id} run={run} />) ?? null;
}

function Active({ run }: { run: ActiveEmergency }) {
  const { t } = useTranslation('emergency');
  const messageOf = useErrorMessage();
  const [allClear, { error, isLoading }] = useAllClearMutation();
  const { started = 0, finished = 0, offline = 0 } = run.counts;
  return (
    <Alert color="error" variant="filled" radius={0} icon={<IconAlertTriangle size={20} aria-hidden />} py="xs">
      <Group justify="space-between" gap="xs">
        <div>
          <Text fw={700}>{t(run.kind === 'drill' ? 'active_drill' : 'active', { title: run.title })}</Text>
          <Text size="sm">
            {t('counts', { heard: started + finished, count: run.devices, offline })}
            {error !== undefined && ` ${messageOf(error)}`}
          </Text>
        </div>
        <Button color="dark" loading={isLoading} onClick={() => void allClear(run.run_id)}>
          {t('all_clear')}
        </Button>
      </Group>
    </Alert>
  );
}
