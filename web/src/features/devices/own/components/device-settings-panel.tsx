import { Button, Collapse, Group, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useId, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Serial } from '@belfry/schemas/domain/serial';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../../ui/states/skeletons.tsx';
import { useGetDeviceConfigurationQuery } from '../../../../api/devices/device-config-api.ts';
import { choiceOf, FIRST_CHOICE, readDefaults } from '../device-defaults.ts';
import { useSaveChoice } from '../use-save-choice.ts';
import { ChoiceForm } from './choice-form.tsx';
import classes from './device-settings-panel.module.css';

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
