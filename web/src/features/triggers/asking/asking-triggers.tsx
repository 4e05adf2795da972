import { useAct } from '../../../ui/use-act.ts';
import { ALARM_NAMES } from '@belfry/schemas/domain/alarm-names';
import { alarmKindSchema } from '@belfry/schemas/domain/alarms';
import type { AskingFiring } from '@belfry/schemas/http/triggers/firings';
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconHandStop } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { formatCount } from '../../../lib/format.ts';
import { useLocale, useTexts } from '../../../lib/i18n.ts';
import { placeAddress } from '../../../kit/place-name/index.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useTimes } from '../../../lib/times.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useMay } from '../../teams/teams-api.ts';
import { useConfirmFiringMutation, useDeclineFiringMutation, useGetAskingTriggersQuery } from '../triggers-api.ts';

/** Questions of triggers, with Confirm and Decline, for people who speak somewhere. Renders nothing without any. */
export function AskingTriggers() {
  const { t } = useTranslation('triggers');
  const may = useMay('say');
  const { data: asking = [] } = useGetAskingTriggersQuery(undefined, { skip: !may });
  if (asking.length === 0) return null;
  return (
    <section aria-label={t('asking.title')}>
      <Stack gap="xs" p="sm">
        {asking.map((firing) => (
          <Asking key={firing.firing_id} firing={firing} />
        ))}
      </Stack>
    </section>
  );
}

function Asking({ firing }: { firing: AskingFiring }) {
  const { firing_id, name, source, ends, at, expires_at, asks } = firing;
  const { t } = useTranslation(['triggers', 'alert-feeds']);
  const { time } = useTimes();
  const { act } = useAct();
  const what = useWhatText()(firing);
  const isEmergency = asks.action === 'emergency' && !ends;
  const [asked, setAsked] = useState(false);
  const [confirm, confirming] = useConfirmFiringMutation();
  const [decline, declining] = useDeclineFiringMutation();
  return (
    <Alert
      color={isEmergency ? 'error' : 'warning'}
      variant={isEmergency ? 'filled' : 'light'}
      role="alert"
      icon={isEmergency ? <IconAlertTriangle size={18} aria-hidden /> : <IconHandStop size={18} aria-hidden />}
      title={what}
    >
      <Group justify="space-between" gap="xs">
        <Stack gap={2} flex="1 1 220px">
          <Reach firing={firing} />
          <Why firing={firing} />
          <Text size="sm">
            {ends ? t('alert-feeds:asks_end', { name }) : t('asking.asks', { name })} · {t(`from.${source}`)},{' '}
            {time(at)}
            {expires_at !== null && `. ${t('asking.until', { at: time(expires_at) })}`}
          </Text>
          <Origin firing={firing} />
        </Stack>
        <Group gap="xs">
          <Button
            size="xs"
            color={isEmergency ? 'dark' : undefined}
            loading={confirming.isLoading}
            disabled={declining.isLoading}
            onClick={() => setAsked(true)}
          >
            {t('asking.confirm')}
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={declining.isLoading}
            disabled={confirming.isLoading}
            onClick={() =>
              void act(() => decline(firing_id), { done: t('asking.declined', { name }), failed: t('failed') })
            }
          >
            {t('asking.decline')}
          </Button>
        </Group>
      </Group>
      <ConfirmDialog
        opened={asked}
        title={ends ? t('alert-feeds:end', { name }) : t('asking.start', { name })}
        confirmLabel={t('asking.confirm')}
        tone={isEmergency ? 'error' : 'warning'}
        onConfirm={() => act(() => confirm(firing_id), { done: t('asking.started', { name }), failed: t('failed') })}
        onClose={() => setAsked(false)}
      >
        {ends ? (
          t('alert-feeds:end_text')
        ) : (
          <Stack gap="xs">
            <Text fw={600}>{what}</Text>
            <Reach firing={firing} />
            <Why firing={firing} />
          </Stack>
        )}
      </ConfirmDialog>
    </Alert>
  );
}

/** What would start and where, as "Emergency “Fire” at School B". */
function useWhatText(): (firing: AskingFiring) => string {
  const { t } = useTranslation(['triggers', 'alert-feeds', 'dry-run']);
  const locale = useLocale();
  return ({ ends, name, asks: { action, what, place, sites } }) => {
    if (ends) return t('alert-feeds:asks_end', { name });
    const more = sites.total - sites.names.length;
    const where = sites.names.length === 0 ? place : sites.names.join(', ');
    return t('asking.what', {
      action: t(`asking.action.${action}`),
      what: what === null ? '' : ` ${t('dry-run:quoted', { name: what })}`,
      where: more > 0 ? `${where} +${formatCount(more, locale)}` : where,
    });
  };
}

function Reach({ firing: { ends, asks } }: { firing: AskingFiring }) {
  const { t } = useTranslation('triggers');
  const locale = useLocale();
  if (ends || asks.action === 'all_clear' || asks.action === 'silence') return null;
  return (
    <Text size="sm" fw={600}>
      {t('asking.reach', {
        count: asks.devices,
        reachable: formatCount(asks.reachable, locale),
        devices: formatCount(asks.devices, locale),
      })}
    </Text>
  );
}

const whySchema = z.object({
  headline: z.string().catch(''),
  severity: z.string().catch(''),
  area: z.string().catch(''),
  serial: z.string().catch(''),
  input: z.string().catch(''),
  place: z.string().nullable().catch(null),
  kind: alarmKindSchema.nullable().catch(null),
  alarm_id: z.int().nullable().catch(null),
});

function Why({ firing: { details, source, asks } }: { firing: AskingFiring }) {
  const { t } = useTranslation('triggers');
  const alarmName = useTexts(ALARM_NAMES);
  const { headline, severity, area, serial, input, place, kind } = whySchema.parse(details);
  const why =
    source === 'alert'
      ? [headline, severity, area]
      : source === 'alarm'
        ? [kind && alarmName[kind], place]
        : [serial, input];
  const text = why.filter(Boolean).join(' · ');
  return (
    <>
      {text !== '' && <Text size="sm">{text}</Text>}
      {asks.says !== null && <Text size="sm">{t('asking.says', { text: asks.says })}</Text>}
    </>
  );
}

/** Leads to the alarm that has started it, otherwise to its place. */
function Origin({ firing: { details, company_id, asks } }: { firing: AskingFiring }) {
  const { t } = useTranslation('triggers');
  const { alarm_id } = whySchema.parse(details);
  return (
    <Anchor
      component={Link}
      to={alarm_id === null ? placeAddress(company_id) : `/activity?view=alarms&open=alarm:${alarm_id}`}
      size="sm"
      c="inherit"
      underline="always"
    >
      {alarm_id === null ? t('asking.place', { place: asks.place }) : t('asking.alarm')}
    </Anchor>
  );
}
