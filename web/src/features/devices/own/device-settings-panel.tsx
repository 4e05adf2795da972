import { useAct } from '../../../ui/use-act.ts';
import { Button, Collapse, Group, Text, UnstyledButton, SimpleGrid, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useId, type RefObject, useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import type { Serial } from '@belfry/schemas/domain/serial';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { useGetDeviceConfigurationQuery, useSaveDeviceSettingsMutation } from '../../device-state/device-config-api.ts';
import classes from './device-settings-panel.module.css';
import { useTimeZones } from '../../lookups/lookups-api.ts';
import { VoiceSelect } from '../../speech/favorites/index.ts';
import { TimeZoneSelect } from '../../../ui/pickers/search-select.tsx';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { DEFAULT_DEVICE_SETTINGS, deviceSettingsSchema } from '@belfry/schemas/domain/configuration';
import { isTimeZone, offsetOfZone } from '@belfry/schemas/domain/utc-offset';
import type { z } from 'zod';
import { readLocal, writeLocal, LOCAL_KEYS } from '../../../lib/storage.ts';

type Props = {
  /** The device whose settings are open; null: the defaults of this browser. */
  serial: Serial | null;
  head: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
};

/** Default Settings, or Device Settings of the chosen device; see DEV-36. */
export function DeviceSettingsPanel({ serial, head, onClose }: Props) {
  const { t } = useTranslation('user-devices');
  const [opened, { toggle }] = useDisclosure(serial !== null);
  const id = useId();
  useEffect(() => {
    if (serial !== null) head.current?.focus();
  }, [serial, head]);
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <UnstyledButton ref={head} className={classes.head} aria-expanded={opened} onClick={toggle}>
        <span id={id}>{t(serial === null ? 'settings.defaults' : 'settings.device')}</span>
        <IconChevronDown size={18} className={classes.mark} data-opened={opened || undefined} aria-hidden />
      </UnstyledButton>
      <Collapse expanded={opened}>
        <div className={classes.body}>
          <Group justify="space-between" mb="md" gap="sm">
            <Text size="sm" c="dimmed">
              {serial === null ? t('settings.defaults_text') : t('settings.device_text', { serial })}
            </Text>
            {serial !== null && (
              <Button size="compact-sm" variant="subtle" onClick={onClose}>
                {t('settings.back')}
              </Button>
            )}
          </Group>
          {opened && (serial === null ? <Defaults /> : <OfDevice serial={serial} />)}
        </div>
      </Collapse>
    </section>
  );
}

function Defaults() {
  const save = useSaveChoice(null);
  return <ChoiceForm initial={readDefaults() ?? FIRST_CHOICE} onSave={save} />;
}

function OfDevice({ serial }: { serial: Serial }) {
  const { t } = useTranslation('user-devices');
  const { data, error, isFetching, refetch } = useGetDeviceConfigurationQuery(serial);
  const save = useSaveChoice(serial);
  if (data) return <ChoiceForm initial={choiceOf(data)} onSave={save} />;
  if (error === undefined) return <LineSkeletons count={4} height={36} />;
  return <ErrorState message={t('settings.load_failed')} onRetry={() => void refetch()} retrying={isFetching} />;
}

/** Saves a choice on the device or, without one, as the defaults of this browser, and shows the result. */
function useSaveChoice(serial: Serial | null): (choice: DeviceChoice) => Promise<void> {
  const { t } = useTranslation('user-devices');
  const errorText = useErrorMessage();
  const { act } = useAct();
  const [send] = useSaveDeviceSettingsMutation();
  return async (choice) => {
    if (serial === null) writeDefaults(choice);
    await act(async () => (serial === null ? {} : send({ serial, settings: choice })), {
      done: t('settings.saved'),
      failed: '',
      textOf: (error) => t('settings.failed', { message: errorText(error, t('list.no_connection')) }),
    });
  };
}

const choiceSchema = deviceSettingsSchema.pick({
  time_zone: true,
  utc: true,
  voices_lang_deff: true,
  voices_voice_deff: true,
});
type DeviceChoice = z.infer<typeof choiceSchema>;

const choiceOf = (settings: DeviceChoice): DeviceChoice => choiceSchema.strip().parse(settings);

/** The initial values of the panel; see CONF-2. */
const FIRST_CHOICE: DeviceChoice = choiceOf(DEFAULT_DEVICE_SETTINGS);

/** The settings of every device that is added in this browser; undefined: the server's defaults apply. */
export const readDefaults = (): DeviceChoice | undefined => readLocal(LOCAL_KEYS.deviceDefaults, choiceSchema);
const writeDefaults = (choice: DeviceChoice): void => writeLocal(LOCAL_KEYS.deviceDefaults, choice);

/** The whole hours that a zone is ahead of UTC now, which devices store beside its name. */
const hoursOf = (timeZone: string): number =>
  isTimeZone(timeZone) ? Math.trunc(offsetOfZone(timeZone, new Date()) / MINUTES_PER_HOUR) : 0;

const MINUTES_PER_HOUR = 60;
type ChoiceFormProps = { initial: DeviceChoice; onSave: (choice: DeviceChoice) => Promise<void> };
function ChoiceForm({ initial, onSave }: ChoiceFormProps) {
  const { t } = useTranslation('user-devices');
  const { list: zones } = useTimeZones();
  const [choice, setChoice] = useState(initial);
  const [saving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    await onSave(choice);
    setSaving(false);
  };
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TimeZoneSelect
          zones={zones}
          label={t('settings.time_zone')}
          place={{ time_zone: choice.time_zone, utc_offset: choice.utc * MINUTES_PER_HOUR }}
          value={choice.time_zone}
          onChange={(time_zone) => setChoice({ ...choice, time_zone, utc: hoursOf(time_zone) })}
        />
        <VoiceSelect
          language={choice.voices_lang_deff}
          voice={choice.voices_voice_deff}
          onChange={({ language, voice }) =>
            setChoice({ ...choice, voices_lang_deff: language, voices_voice_deff: voice })
          }
        />
      </SimpleGrid>
      <Group justify="flex-end">
        <Button loading={saving} disabled={choice.voices_voice_deff === ''} onClick={() => void save()}>
          {t('settings.save')}
        </Button>
      </Group>
    </Stack>
  );
}
