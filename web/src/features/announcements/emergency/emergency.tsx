import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useMay } from '../../teams/teams-api.ts';
import { heardOf } from '../announcements-api.ts';
import { useGetEmergencyQuery, useAllClearMutation, type ActiveEmergency } from './emergency-api.ts';
import { useOpenEmergencies } from './emergencies.tsx';
import classes from './emergency.module.css';

/** Whether the person may start an emergency, and one is prepared. */
export function useOffersEmergency(): boolean {
  const { data } = useGetEmergencyQuery();
  const may = useMay('emergency');
  return may && (data?.messages.length ?? 0) > 0;
}

/** Whether an emergency or a drill goes on at places of the person. */
export function useIsEmergency(): boolean {
  return (useGetEmergencyQuery().data?.active.length ?? 0) > 0;
}

type ButtonProps = { asRow?: boolean; onOpened?: () => void };

/** Opens the emergencies; nothing is started by it. As a row it is as wide as what it is in. */
export function EmergencyButton({ asRow = false, onOpened }: ButtonProps) {
  const { t } = useTranslation('emergency');
  const open = useOpenEmergencies();
  if (!useOffersEmergency()) return null;
  return (
    <Button
      color="error"
      data-emergency
      fullWidth={asRow}
      h={asRow ? 44 : 32}
      fz="sm"
      leftSection={<IconAlertTriangle size={16} stroke={1.5} aria-hidden />}
      onClick={() => {
        open();
        onOpened?.();
      }}
    >
      {t('button')}
    </Button>
  );
}

export function EmergencyBanner() {
  const { data } = useGetEmergencyQuery();
  return data?.active.map((run) => <Active key={run.run_id} run={run} />) ?? null;
}

function Active({ run }: { run: ActiveEmergency }) {
  const { t } = useTranslation('emergency');
  const messageOf = useErrorMessage();
  const [allClear, { error, isLoading }] = useAllClearMutation();
  const may = useMay('emergency');
  const locale = useLocale();
  const namesOf = useNames();
  const heard = heardOf(run);
  const where = namesOf(run.sites);
  const away = namesOf(run.away);
  const isDrill = run.kind === 'drill';
  return (
    <Alert
      color={isDrill ? 'warning' : 'error'}
      variant="filled"
      radius={0}
      className={isDrill ? (classes.drill ?? '') : ''}
      icon={<IconAlertTriangle size={20} aria-hidden />}
      py="xs"
    >
      <Group justify="space-between" gap="xs">
        <div>
          <Text fw={600}>
            {[t(isDrill ? 'active_drill' : 'active', { title: run.title }), where].filter(Boolean).join(' · ')}
          </Text>
          <Text size="sm">
            {[
              t('counts', { heard: formatCount(heard, locale), count: run.devices }),
              run.sent > 0 && t('sent', { count: run.sent }),
              away !== '' && t('away_now', { places: away }),
            ]
              .filter(Boolean)
              .join(' · ')}
            {error !== undefined && ` ${messageOf(error)}`}
          </Text>
        </div>
        {may && (
          <Button color="dark" loading={isLoading} onClick={() => void allClear(run.run_id)}>
            {t('all_clear')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

function useNames(): (names: ActiveEmergency['sites']) => string {
  const { t } = useTranslation('emergency');
  const locale = useLocale();
  return ({ total, names }) => {
    const more = total - names.length;
    return [...names, ...(more > 0 ? [t('more', { count: more, places: formatCount(more, locale) })] : [])].join(', ');
  };
}
