import { Alert, Button, Group, Paper, Select, Stack, Text } from '@mantine/core';
import { IconMicrophone, IconMicrophoneOff } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import { useStore } from '../store.ts';
import { isFatal, microphoneObstacle, type MicrophoneFault } from './faults.ts';
import { LevelMeter } from './level-meter.tsx';
import type { MicrophoneSession, MicrophoneState } from './microphone-session.ts';

/** Which microphone is used and how loud it is, once it is on. */
export function MicrophoneChoice({ session, locked }: CardProps) {
  const state = useStore(session.state);
  return state.status === 'on' ? <MicrophoneOn session={session} state={state} locked={locked} /> : null;
}

type CardProps = {
  session: MicrophoneSession;
  /** Somebody speaks, so the microphone cannot be changed now. */
  locked: boolean;
};

export function MicrophoneCard({ session, locked }: CardProps) {
  const { t } = useTranslation('live-pages');
  const state = useStore(session.state);
  const obstacle = microphoneObstacle();
  const fault = obstacle ?? state.fault;
  return (
    <Paper withBorder p="md" component="section" aria-label={t('microphone.title')}>
      <Stack gap="sm">
        <Text fw={600}>{t('microphone.title')}</Text>
        {state.status === 'on' ? (
          <MicrophoneOn session={session} state={state} locked={locked} />
        ) : (
          obstacle === null && <MicrophoneOff session={session} state={state} />
        )}
        {fault !== null && <Fault fault={fault} />}
      </Stack>
    </Paper>
  );
}

type Props = { session: MicrophoneSession; state: MicrophoneState };

function MicrophoneOff({ session, state }: Props) {
  const { t } = useTranslation('live-pages');
  return (
    <>
      {state.fault === null && (
        <Text size="sm" c="dimmed">
          {t('microphone.off')}
        </Text>
      )}
      <Button
        leftSection={<IconMicrophone size={18} aria-hidden />}
        loading={state.status === 'asking'}
        style={{ alignSelf: 'flex-start' }}
        // What is wrong with it is in the state.
        onClick={() => void session.use().catch(() => undefined)}
      >
        {t(state.fault === null ? 'microphone.turn_on' : 'microphone.again')}
      </Button>
    </>
  );
}

function MicrophoneOn({ session, state: { choices, deviceId }, locked }: Props & { locked: boolean }) {
  const { t } = useTranslation('live-pages');
  return (
    <>
      {choices.length > 1 && (
        <Select
          label={t('microphone.choice')}
          data={choices.map((choice, index) => ({
            value: choice.deviceId,
            label: choice.label || t('microphone.unnamed', { number: index + 1 }),
          }))}
          value={deviceId}
          allowDeselect={false}
          disabled={locked}
          onChange={(id) => id !== null && void session.choose(id)}
        />
      )}
      <Group gap="xs" wrap="nowrap">
        <IconMicrophone size={18} style={{ flexShrink: 0 }} aria-hidden />
        <LevelMeter level={session.level} />
      </Group>
      <Text size="xs" c="dimmed">
        {t('microphone.test')}
      </Text>
    </>
  );
}

/** A fault with its remedy, which screen readers announce immediately. */
export function Fault({ fault }: { fault: MicrophoneFault }) {
  const { t } = useTranslation('live-pages');
  return (
    <Alert
      color={isFatal(fault) ? 'error' : 'warning'}
      variant="light"
      p="sm"
      role="alert"
      icon={<IconMicrophoneOff size={18} aria-hidden />}
    >
      {t(`fault.${fault}`)}
    </Alert>
  );
}
