import { Button, Group, PasswordInput, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconLock, IconLockOpen, IconWifi } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import type { WifiNetwork } from '@belfry/schemas/mqtt/command-parts';
import { Notice } from '../../../ui/states/notice.tsx';
import { fieldStateOf, networkInForce, type SettingsForm } from './settings-form.ts';
import { Section } from './settings-parts.tsx';
import type { TabProps } from './system-tab.tsx';
import classes from './wifi-tab.module.css';

/** The network of the device: its own scan, and joining another one with a way back; see SET-15. */
export function WifiTab({ online, settings, commands }: TabProps) {
  const { t } = useTranslation('device-settings');
  const { form, configuration, save, saving } = settings;
  const { execute, running, results } = commands;
  const networks = results.wifi_scan?.networks;
  const { wifi_login, wifi_pass } = form.getValues();
  const isChanged = form.isDirty('wifi_login') || wifi_pass !== '';
  return (
    <Stack gap="md">
      <JoinState configuration={configuration} onCorrect={(network) => form.setFieldValue('wifi_login', network)} />
      <Section title={t('wifi.network')}>
        <TextInput label={t('wifi.ssid')} maxLength={64} autoComplete="off" {...form.getInputProps('wifi_login')} />
        <PasswordInput
          label={t('wifi.password')}
          description={t(configuration?.wifi_pass_set ? 'wifi.password_set' : 'wifi.password_text')}
          maxLength={64}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('wifi.show_password') }}
          {...form.getInputProps('wifi_pass')}
        />
        <Group>
          <Button
            leftSection={<IconWifi size={16} aria-hidden />}
            disabled={!isChanged || wifi_login.trim() === ''}
            loading={saving}
            onClick={() => void save(['wifi_login', 'wifi_pass'])}
          >
            {t('wifi.join')}
          </Button>
          <Button
            variant="default"
            disabled={!online || (running !== null && running !== 'wifi_scan')}
            loading={running === 'wifi_scan'}
            onClick={() => void execute('wifi_scan', {})}
          >
            {t('wifi.scan')}
          </Button>
        </Group>
      </Section>
      {networks && (
        <Section title={t('wifi.networks')}>
          {networks.length === 0 && <Text size="sm">{t('wifi.none')}</Text>}
          <ul className={classes.list}>
            {networks.map((network) => (
              <li key={network.ssid}>
                <Network
                  network={network}
                  isChosen={network.ssid === wifi_login}
                  onChoose={() => form.setFieldValue('wifi_login', network.ssid)}
                />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Stack>
  );
}

type NetworkProps = { network: WifiNetwork; isChosen: boolean; onChoose: () => void };

function Network({ network: { ssid, signal, security }, isChosen, onChoose }: NetworkProps) {
  const { t } = useTranslation('device-settings');
  const Lock = security === 'Open' ? IconLockOpen : IconLock;
  return (
    <UnstyledButton className={classes.network} aria-pressed={isChosen} onClick={onChoose}>
      <IconWifi size={16} aria-hidden />
      <span className={classes.name}>{ssid}</span>
      <span className={classes.detail}>
        <Lock size={14} aria-hidden /> {security === 'Open' ? t('wifi.open') : security}
      </span>
      <span className={classes.signal}>{t('wifi.signal', { signal })}</span>
    </UnstyledButton>
  );
}

type JoinStateProps = Pick<SettingsForm, 'configuration'> & { onCorrect: (network: string) => void };

/** What the device is connected to, and how the last change of the network ended; see SET-15. */
function JoinState({ configuration, onCorrect }: JoinStateProps) {
  const { t } = useTranslation('device-settings');
  const state = configuration && fieldStateOf(configuration, 'wifi_login');
  if (!state) return null;
  const network = configuration.wifi_login ?? t('wifi.default_network');
  if (state.kind === 'pending') return <Notice tone="warning">{t('wifi.joining', { network })}</Notice>;
  if (state.kind === 'applied') return <Notice tone="success">{t('wifi.joined', { network })}</Notice>;
  const present = networkInForce(configuration) ?? t('wifi.default_network');
  return (
    <>
      <Notice tone="success">{t('wifi.joined', { network: present })}</Notice>
      <Notice tone="warning">
        {t('wifi.rejected', { network, reason: state.reason })}
        {configuration.wifi_login !== null && (
          <Button size="compact-sm" variant="subtle" onClick={() => onCorrect(network)}>
            {t('wifi.correct', { network })}
          </Button>
        )}
      </Notice>
    </>
  );
}
