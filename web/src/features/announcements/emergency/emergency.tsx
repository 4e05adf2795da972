import { ActionIcon, Button, Tooltip, VisuallyHidden, Alert, Text, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useCompactHeader } from '../../../lib/use-breakpoint.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useMay } from '../../teams/teams-api.ts';
import { heardOf } from '../announcements-api.ts';
import { useGetEmergencyQuery, useAllClearMutation, type ActiveEmergency } from './emergency-api.ts';
import { EmergencyDialog } from './emergency-dialog.tsx';
import classes from './emergency.module.css';

/** The button in the header that starts an emergency when it was held for two seconds. Shown to people who may start one that is prepared. */
export function EmergencyButton() {
  const { t } = useTranslation('emergency');
  const compact = useCompactHeader();
  const [opened, setOpened] = useState(false);
  const { holding, handlers } = useHold(() => setOpened(true));
  const { data } = useGetEmergencyQuery();
  const may = useMay('emergency');
  if (!may || !data || data.messages.length === 0) return null;
  const icon = <IconAlertTriangle size={18} aria-hidden />;
  const button = {
    ...handlers,
    className: classes.button ?? '',
    color: 'error',
    'data-emergency': true,
    'data-holding': holding || undefined,
    'aria-label': t('hold'),
  };
  return (
    <>
      <Tooltip label={t('hold')} withinPortal={false}>
        {compact ? (
          <ActionIcon {...button} size={40}>
            {icon}
          </ActionIcon>
        ) : (
          <Button {...button} size="compact-md" fz="sm" leftSection={icon}>
            {t('button')}
          </Button>
        )}
      </Tooltip>
      <VisuallyHidden component="output">{holding && t('holding')}</VisuallyHidden>
      {opened && <EmergencyDialog messages={data.messages} onClose={() => setOpened(false)} />}
    </>
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
          <Text fw={700}>
            {[t(isDrill ? 'active_drill' : 'active', { title: run.title }), where].filter(Boolean).join(' · ')}
          </Text>
          <Text size="sm">
            {[
              t('counts', { heard: formatCount(heard, locale), count: run.devices }),
              away !== '' && t('away', { places: away }),
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

/** How long the button is held; see ANN-11. */
export const HOLD_MS = 2_000;
const HOLD_KEYS = new Set(['Enter', ' ']);

/** Calls back when a button was held for two seconds, with the pointer or with Enter or Space. Letting go earlier does nothing. */
function useHold(onHeld: () => void) {
  const [holding, setHolding] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const release = (): void => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
    setHolding(false);
  };
  const press = (): void => {
    if (timer.current !== null) return;
    setHolding(true);
    timer.current = setTimeout(() => {
      release();
      onHeld();
    }, HOLD_MS);
  };
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  return {
    holding,
    handlers: {
      onPointerDown: press,
      onPointerUp: release,
      onPointerLeave: release,
      onPointerCancel: release,
      onBlur: release,
      onKeyDown: (event: KeyboardEvent) => {
        if (!HOLD_KEYS.has(event.key)) return;
        event.preventDefault();
        press();
      },
      onKeyUp: (event: KeyboardEvent) => {
        if (HOLD_KEYS.has(event.key)) release();
      },
    },
  };
}
