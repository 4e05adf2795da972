import { Alert, Button, Stack, Switch, Radio, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { EMERGENCY_NAMES_MAX, type EmergencyState } from '@belfry/schemas/http/announcements/emergency';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { isEmpty, useWhereQuery, Where } from '../../../kit/where/index.ts';
import { FormButtons, FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { formatCount, formatLanguageOfCountry } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { DeviceName } from '../../../ui/devices/device-marks.tsx';
import { NotLive } from '../../../ui/states/not-live.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { usePreviewSayQuery } from '../announcements-api.ts';
import { useGetEmergencyQuery, useStartEmergencyMutation, useGetMissingEmergencyQuery } from './emergency-api.ts';
import classes from './emergency.module.css';

export function EmergencyDialog({ messages, onClose }: { messages: EmergencyState['messages']; onClose: () => void }) {
  const { t } = useTranslation(['emergency', 'common']);
  const messageOf = useErrorMessage();
  const [messageId, setMessageId] = useState(messages[0]?.id ?? 0);
  const [targets, setTargets] = useState<TargetsInput>({});
  const [drill, setDrill] = useState(false);
  const [start, { error, isLoading }] = useStartEmergencyMutation();
  const submit = async (): Promise<void> => {
    const { data } = await start({ message_id: messageId, targets, drill });
    if (data) onClose();
  };
  return (
    <FormDialog title={t('title')} onClose={onClose}>
      {({ onCancel }) => (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!isEmpty(targets)) void submit();
          }}
        >
          <Stack gap="md">
            <NotLive />
            <MessageChoice messages={messages} value={messageId} onChange={setMessageId} />
            <SiteButtons value={targets} onChange={setTargets} />
            <Where right="emergency" value={targets} onChange={setTargets} />
            {!isEmpty(targets) && <Reached messageId={messageId} targets={targets} />}
            <Switch
              label={t('drill')}
              description={t('drill_hint')}
              checked={drill}
              onChange={({ currentTarget }) => setDrill(currentTarget.checked)}
            />
            {error !== undefined && (
              <Alert color="error" role="alert">
                {messageOf(error)}
              </Alert>
            )}
            <FormButtons
              submitLabel={t(drill ? 'start_drill' : 'start')}
              tone="error"
              submitting={isLoading}
              submitDisabled={isEmpty(targets)}
              onCancel={onCancel}
            />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}

type SitesProps = {
  value: TargetsInput;
  onChange: (value: TargetsInput) => void;
};

/** More of them are found in the field below as quickly. */
const SITES_MAX = 6;

/** Everywhere, or one site, with one press: nobody looks for places in a tree in the worst minute. */
function SiteButtons({ value, onChange }: SitesProps) {
  const { t } = useTranslation('emergency');
  const { data } = useWhereQuery({ right: 'emergency' });
  const sites = (data?.items ?? []).flatMap(({ company_id, name }) =>
    company_id === null ? [] : [{ company_id, name }],
  );
  if (sites.length === 0) return null;
  const chosen = JSON.stringify(value);
  const choices = [
    { key: 'all', label: t('everywhere'), ids: sites.map(({ company_id }) => company_id) },
    ...(sites.length > 1 && sites.length <= SITES_MAX
      ? sites.map(({ company_id, name }) => ({ key: String(company_id), label: name, ids: [company_id] }))
      : []),
  ];
  return (
    <fieldset className={classes.sites} aria-label={t('where')}>
      {choices.map(({ key, label, ids }) => {
        const targets = { nodes: ids };
        const isChosen = chosen === JSON.stringify(targets);
        return (
          <Button
            key={key}
            size="md"
            variant={isChosen ? 'filled' : 'default'}
            color="error"
            className={classes.site ?? ''}
            aria-pressed={isChosen}
            onClick={() => onChange(targets)}
          >
            {label}
          </Button>
        );
      })}
    </fieldset>
  );
}

type Messages = EmergencyState['messages'];
type MessageChoiceProps = { messages: Messages; value: number; onChange: (id: number) => void };

/** Devices report what they have as they fetch it, and come and go. */
const POLLING = { pollingInterval: 5_000 };

function Reached({ messageId, targets }: { messageId: number; targets: TargetsInput }) {
  const { t } = useTranslation('emergency');
  const locale = useLocale();
  const messageOf = useErrorMessage();
  const { currentData: preview, error } = usePreviewSayQuery({ message_id: messageId, targets }, POLLING);
  if (error !== undefined) return <Notice tone="error">{messageOf(error)}</Notice>;
  if (!preview) return null;
  const { devices, offline, places } = preview;
  const away = places.filter(({ online }) => !online);
  const shown = away.slice(0, EMERGENCY_NAMES_MAX).map(({ path, place }) => [path, place].filter(Boolean).join(' / '));
  const more = offline - shown.length;
  const names = [...shown, ...(more > 0 ? [t('more', { count: more, places: formatCount(more, locale) })] : [])];
  return (
    <Notice tone={offline === 0 ? 'success' : offline === devices ? 'error' : 'warning'}>
      <Text size="sm" fw={600} aria-live="polite">
        {t('reached', {
          count: devices,
          reached: formatCount(devices - offline, locale),
          devices: formatCount(devices, locale),
        })}
      </Text>
      {offline > 0 && <Text size="sm">{t('away', { places: names.join(', ') })}</Text>}
    </Notice>
  );
}

function MessageChoice({ messages: opened, value, onChange }: MessageChoiceProps) {
  const { t } = useTranslation('emergency');
  const locale = useLocale();
  const { messages = opened } = useGetEmergencyQuery(undefined, POLLING).data ?? {};
  const chosen = messages.find(({ id }) => id === value);
  return (
    <Stack gap="xs">
      <Radio.Group label={t('message')} value={String(value)} onChange={(id) => onChange(Number(id))}>
        <Stack gap="xs" mt="xs">
          {messages.map(({ id, name, languages, ready, devices }) => (
            <Radio
              key={id}
              value={String(id)}
              size="md"
              className={classes.message ?? ''}
              label={name}
              description={[
                languages.map((each) => formatLanguageOfCountry(each, locale)).join(', '),
                t('ready', {
                  ready: formatCount(ready, locale),
                  count: devices,
                  devices: formatCount(devices, locale),
                }),
              ].join(' · ')}
            />
          ))}
        </Stack>
      </Radio.Group>
      {chosen && chosen.ready < chosen.devices && <Missing messageId={chosen.id} key={chosen.id} />}
    </Stack>
  );
}

function Missing({ messageId }: { messageId: number }) {
  const { t } = useTranslation('emergency');
  const locale = useLocale();
  const { data } = useGetMissingEmergencyQuery(messageId, POLLING);
  if (!data || data.total === 0) return null;
  const hidden = data.total - data.places.length;
  return (
    <details>
      <Text component="summary" size="sm">
        {t('missing', { count: data.total, places: formatCount(data.total, locale) })}
      </Text>
      <ul className={classes.places}>
        {data.places.map(({ serial, place, online, held }) => (
          <li key={serial}>
            <DeviceName name={place} serial={serial} />{' '}
            {[!online && t('offline'), !held && t('no_audio')].filter(Boolean).join(', ')}
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Text size="sm" c="dimmed">
          {t('more', { count: hidden, places: formatCount(hidden, locale) })}
        </Text>
      )}
    </details>
  );
}
